import { describe, expect, it } from 'vitest';
import { type AwaitedRunner, SpinWait } from './spin-wait.ts';

interface Exchange {
  /** Since the answer before. */
  readonly gapMs: number;
  readonly tookMs: number;
  readonly inFlight?: number;
}

/** For each exchange, whether both sides were to stay awake for it. */
function play(exchanges: readonly Exchange[], runners: readonly FakeRunner[]): boolean[] {
  const spinWait = new SpinWait();
  let now = 1_000;
  return exchanges.map(({ gapMs, tookMs, inFlight = 1 }, index) => {
    const runner = runners[index % runners.length] as FakeRunner;
    runner.callCount = inFlight;
    const startedAt = now + gapMs;
    const isAwake = spinWait.expectAnswer(runner, startedAt);
    now = startedAt + tookMs;
    runner.callCount = 0;
    spinWait.noteAnswer(runner, now, startedAt);
    return isAwake;
  });
}

type FakeRunner = { -readonly [Key in keyof AwaitedRunner]: AwaitedRunner[Key] };

function fakeRunner(): FakeRunner {
  return { callCount: 0 };
}

const close = { gapMs: 0.05, tookMs: 0.1 };
const slow = { ...close, tookMs: 3 };
const times = (count: number, exchange: Exchange) => Array.from({ length: count }, () => exchange);

describe('SpinWait', () => {
  it.each([
    { what: 'calls that follow closely', exchanges: times(8, close), awake: 5 },
    { what: 'calls now and then', exchanges: times(50, { gapMs: 5, tookMs: 0.1 }), awake: 0 },
    { what: 'many in flight', exchanges: times(50, { ...close, inFlight: 32 }), awake: 0 },
    { what: 'slow answers, three times', exchanges: times(13, slow), awake: 3 },
    { what: 'slow answers, ever less often', exchanges: times(1_000, slow), awake: 21 },
  ])('stays awake for $what: $awake', ({ exchanges, awake }) => {
    expect(play(exchanges, [fakeRunner()]).filter(Boolean)).toHaveLength(awake);
  });

  it('stays awake for nobody while calls go to several runners in turn', () => {
    const awake = play(times(60, close), [fakeRunner(), fakeRunner()]);
    expect(awake.filter(Boolean)).toHaveLength(0);
  });

  it('stays awake for nobody while answers come many at once', () => {
    const spinWait = new SpinWait();
    const runner = fakeRunner();
    const awake = Array.from({ length: 20 }, () => {
      const answers = Array.from({ length: 8 }, (_, index) => index);
      const calls = answers.map((index) => {
        runner.callCount = index + 1;
        return spinWait.expectAnswer(runner, 1_000);
      });
      for (const _ of answers) spinWait.noteAnswer(runner, 1_000, 1_000);
      return calls;
    });
    expect(awake.slice(1).flat()).not.toContain(true);
  });

  it('goes on with the next close call after a gap', () => {
    const gap = { ...close, gapMs: 5 };
    const exchanges = [...times(8, close), gap, ...times(4, close), ...times(4, gap)];
    const expected = [false, true, true, true, true, false, false, false, false];
    expect(play(exchanges, [fakeRunner()]).slice(8)).toEqual(expected);
  });

  it('tries again after a pause', () => {
    const exchanges = [...times(13, slow), ...times(30, close)];
    expect(play(exchanges, [fakeRunner()]).slice(-20)).toEqual(times(20, close).map(() => true));
  });

  it('makes pauses short again when answers have come in time for a while', () => {
    const again = [
      ...times(400, slow),
      ...times(400, close),
      ...times(3, slow),
      ...times(20, close),
    ];
    expect(play(again, [fakeRunner()]).slice(-5)).toEqual([true, true, true, true, true]);
  });
});
