import { describe, expect, it } from 'vitest';
import { KeptAnswers } from '../runner/kept-answers.ts';
import { FRAME_END } from '../wire/frame-codec.ts';
import { KEPT_BYTES, MAX_KEPT_CHARS, shareKeptAnswers } from '../wire/kept-answers.ts';
import { keepAnswer, shareAnswers } from './kept-answers.ts';

const memory = shareKeptAnswers();
const runner = new KeptAnswers(memory);
shareAnswers(memory);

const HEAD = 'text\t1\t';
const NOT_ASCII = ['é', 'ÿ', 'Ā', '€', '語', '🦊'];

function keptOf(texts: readonly string[]): string | undefined {
  runner.begin(1);
  for (const text of texts) expect(keepAnswer(HEAD, text)).toBe(true);
  return runner.take()?.toString('utf8');
}

const framed = (texts: readonly string[]) =>
  texts.map((text) => `${HEAD}${text}${FRAME_END}`).join('');

describe('answers that a guest keeps (S-4)', () => {
  it('are the same texts wherever in memory they begin and however long they are', () => {
    for (let before = 0; before < 9; before += 1) {
      const texts = Array.from({ length: 40 }, (_, length) =>
        'abcdefgh'.repeat(9).slice(0, length),
      );
      expect(keptOf(['x'.repeat(before), ...texts])).toBe(framed(['x'.repeat(before), ...texts]));
    }
  });

  it.each(NOT_ASCII)('are UTF-8 with %s at any place', (letter) => {
    for (let at = 0; at < 24; at += 1) {
      const text = `${'a'.repeat(at)}${letter}${'b'.repeat(24 - at)}`;
      expect(keptOf(['', text, text])).toBe(framed(['', text, text]));
    }
  });

  it('are refused if they are too long or do not fit behind the others', () => {
    runner.begin(2);
    expect(keepAnswer(HEAD, 'x'.repeat(MAX_KEPT_CHARS))).toBe(false);
    let kept = 0;
    while (keepAnswer(HEAD, 'x'.repeat(1_000))) kept += 1;
    expect(kept).toBeLessThan(KEPT_BYTES / 1_000);
    expect(runner.take()?.length).toBe(kept * (HEAD.length + 1_001));
  });
});
