import { describe, expect, it } from 'vitest';
import { readCorpus } from './corpus.ts';
import { FRAME_TARGETS } from './frame-targets.ts';
import { VALUE_TARGETS } from './value-targets.ts';

describe.each([...FRAME_TARGETS, ...VALUE_TARGETS])(
  'the reader of $name, with the corpus that `pnpm fuzz` has found (S-5)',
  (target) => {
    it('holds what it promises for every text', () => {
      const corpus = readCorpus(target);
      expect(corpus.length).toBeGreaterThan(0);
      for (const text of [...target.seeds, ...corpus]) target.check(text);
    });
  },
);
