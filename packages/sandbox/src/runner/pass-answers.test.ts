import { describe, expect, it } from 'vitest';
import { answerHead } from '../wire/call-frames.ts';
import { passAnswers } from './pass-answers.ts';

const framesOf = (...seqs: readonly number[]) =>
  Buffer.from(seqs.map((seq) => `${answerHead('text', seq)}none\t0\t€ of ${seq}\x1e`).join(''));

/** What was sent, and which calls were asked for; those in `over` are. */
function pass(frames: Buffer, over: readonly number[] = [], cpuMicros = 41) {
  const sent: string[] = [];
  const asked: number[] = [];
  passAnswers(frames, {
    settle: (seq) => {
      asked.push(seq);
      return over.includes(seq) ? undefined : cpuMicros;
    },
    heapBytes: 1_234_567,
    send: (bytes) => sent.push(Buffer.from(bytes).toString()),
  });
  return { sent, asked };
}

const line = (seq: number, cpu = '000000000041') =>
  `text\t${seq}\t${cpu}\t000001234567\tnone\t0\t€ of ${seq}\x1e`;

describe('answers that a guest has kept (S-4)', () => {
  it('are sent as they are, with what they have cost', () => {
    expect(pass(framesOf(1, 20, 300))).toEqual({
      sent: [line(1) + line(20) + line(300)],
      asked: [1, 20, 300],
    });
  });

  it.each([
    { over: [1], sent: [line(2) + line(3) + line(4)] },
    { over: [2], sent: [line(1), line(3) + line(4)] },
    { over: [2, 3], sent: [line(1), line(4)] },
    { over: [4], sent: [line(1) + line(2) + line(3)] },
    { over: [1, 2, 3, 4], sent: [] },
  ])('are left out if their calls are over: $over', ({ over, sent }) => {
    expect(pass(framesOf(1, 2, 3, 4), over)).toEqual({ sent, asked: [1, 2, 3, 4] });
  });

  it.each([
    { cpuMicros: 0, then: '000000000000' },
    { cpuMicros: 999_999_999_999, then: '999999999999' },
  ])('may have cost $cpuMicros µs', ({ cpuMicros, then }) => {
    expect(pass(framesOf(5), [], cpuMicros).sent).toEqual([line(5, then)]);
  });

  it('are looked through once, however far behind many ends the next number is (S-3)', () => {
    const bytes = Buffer.from(`${'\x1e'.repeat(300_000)}a\t${'9'.repeat(300_000)}\t\x1e`);
    const { sent, asked } = pass(bytes, [Number.POSITIVE_INFINITY]);
    expect({ sent, asked }).toEqual({ sent: [], asked: [Number.POSITIVE_INFINITY] });
  });
});
