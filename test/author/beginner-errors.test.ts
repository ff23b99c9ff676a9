import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isFullRun } from '../full-run.ts';
import { MISTAKES, makeMistake } from './beginner-errors.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/beginners.md'), 'utf8');

/** One of each command, or all of them. */
const tried = isFullRun()
  ? MISTAKES
  : MISTAKES.filter((_, at) => at === 3 || at === 7 || at === 11);

describe('a mistake of a beginner (F-1)', () => {
  it.each(tried)(
    '$title: is told as the page says (else run `pnpm docs:beginners`)',
    async (mistake) => {
      const { typed, seen } = await makeMistake(mistake);
      expect(page).toContain(`\`\`\`\n$ ${typed}\n${seen}\n\`\`\``);
    },
  );

  it('has its page entry, all of them', () => {
    for (const { title } of MISTAKES) expect(page).toContain(title);
  });
});
