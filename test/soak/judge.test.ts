import { describe, expect, it } from 'vitest';
import { FIGURE_NAMES, type FigureName, type Sample } from './figures-and-bounds.ts';
import { judge } from './judge.ts';
import { SoakTally } from './soak-counts.ts';
import { readOptions } from './soak-options.ts';

/** A sample every ten seconds; `grow` says what a figure gains with each. */
function samplesOf(minutes: number, grow: { readonly [Name in FigureName]?: number } = {}) {
  return Array.from({ length: minutes * 6 }, (_, index) => {
    const values = FIGURE_NAMES.map((name) => [name, 100 + index * (grow[name] ?? 0)]);
    return { ...Object.fromEntries(values), atMs: index * 10_000 } as Sample;
  });
}

function countsOf(...ends: readonly string[]) {
  const tally = new SoakTally();
  for (const end of ends) tally.noteEnd('quick', end, { startedAt: 5_000, endedAt: 5_010 });
  return tally.read();
}

const GOOD = countsOf('ok');

describe('a soak', () => {
  it('passes if nothing grows', () => {
    expect(judge(samplesOf(20), GOOD).failures).toEqual([]);
  });

  it.each<{ figure: FigureName; step: number; minutes: number; fails: boolean }>([
    // 360 samples are an hour.
    { figure: 'rss', step: 4 / 360, minutes: 20, fails: false },
    { figure: 'rss', step: 6 / 360, minutes: 20, fails: true },
    { figure: 'rss', step: 6 / 360, minutes: 2, fails: false },
    { figure: 'rss', step: 40, minutes: 2, fails: true },
    { figure: 'live', step: 6 / 360, minutes: 20, fails: true },
    { figure: 'live', step: 20, minutes: 2, fails: true },
    { figure: 'descriptors', step: 0.1, minutes: 20, fails: true },
    { figure: 'listeners', step: 0.1, minutes: 20, fails: true },
    { figure: 'timers', step: 0.1, minutes: 20, fails: true },
    { figure: 'collections', step: 9, minutes: 20, fails: false },
  ])('of $minutes minutes with $step more $figure in each sample fails: $fails', (row) => {
    const { failures } = judge(samplesOf(row.minutes, { [row.figure]: row.step }), GOOD);
    expect(failures).toHaveLength(row.fails ? 1 : 0);
    if (row.fails) expect(failures[0]).toContain(row.figure);
  });

  it('takes sockets that come and go for flat', () => {
    const waves = samplesOf(20).map((sample, index) => ({
      ...sample,
      descriptors: 60 + 20 * Math.sin(index / 9) + index / 60,
    }));
    expect(judge(waves, GOOD).failures).toEqual([]);
  });

  it('fails without samples, and without calls', () => {
    expect(judge([], GOOD).failures).toEqual([expect.stringContaining('three samples')]);
    expect(judge(samplesOf(20), countsOf()).failures).toEqual(['No call was made.']);
  });
});

describe('a call that ended with sandbox_crashed', () => {
  it.each([
    { when: 'no runner was killed', killedAt: [], unexplained: 1 },
    { when: 'one was killed while it ran', killedAt: [5_005], unexplained: 0 },
    { when: 'one was killed just before', killedAt: [4_500], unexplained: 0 },
    { when: 'one was killed long before', killedAt: [1_000], unexplained: 1 },
    { when: 'one was killed after it had ended', killedAt: [5_011], unexplained: 1 },
  ])('is unexplained $unexplained times if $when', ({ killedAt, unexplained }) => {
    const tally = new SoakTally();
    for (const at of killedAt) tally.noteKill(at, 0);
    tally.noteEnd('quick', 'sandbox_crashed', { startedAt: 5_000, endedAt: 5_010 });
    const counts = tally.read();
    expect(counts).toMatchObject({
      unexplainedCrashes: unexplained,
      lostToKills: 1 - unexplained,
    });
    expect(judge(samplesOf(20), counts).failures).toHaveLength(unexplained);
  });

  it('is told apart from another end that its kind does not have', () => {
    const counts = countsOf('ok', 'timeout', 'timeout');
    expect(counts).toMatchObject({ unexplainedCrashes: 0, unexpectedEnds: 2 });
    expect(Object.entries(counts.oddities)).toEqual([
      [expect.stringContaining('quick ended with timeout'), 2],
    ]);
    expect(judge(samplesOf(20), counts).failures).toHaveLength(1);
  });
});

describe('the options of a soak', () => {
  it('have a moderate load if nothing is said', () => {
    expect(readOptions([])).toMatchObject({
      ...{ minutes: 30, form: 'embedded', isJson: false },
      plan: { rate: 100, reloadEveryMs: 20_000, killEveryMs: 15_000, hasteMs: 540_000 },
    });
  });

  it('take full speed and some kinds', () => {
    expect(readOptions(['0.5', '--rate', 'max', '--kinds', 'quick,large'])).toMatchObject({
      minutes: 0.5,
      plan: { kinds: ['quick', 'large'] },
    });
  });

  it.each([['0'], ['x'], ['--rate', '0'], ['--kinds', 'nope'], ['--kill', '-1'], ['--what']])(
    'refuse %s %s',
    (...argv) => {
      expect(readOptions(argv)).toEqual(expect.any(String));
    },
  );
});
