import { FIGURE_NAMES, FIGURES, type FigureName, type Sample } from './figures-and-bounds.ts';
import type { Trend, Verdict } from './judge.ts';
import type { SoakCounts } from './soak-counts.ts';

const WIDTH = 12;

export function formatHeader(): string {
  return ['minute', ...FIGURE_NAMES].map((name) => name.padStart(WIDTH)).join('');
}

export function formatSample(sample: Sample, first: Sample | undefined): string {
  const minute = (sample.atMs - (first?.atMs ?? sample.atMs)) / 60_000;
  const values = FIGURE_NAMES.map((name) => formatValue(name, sample[name]));
  return [minute.toFixed(1), ...values].map((text) => text.padStart(WIDTH)).join('');
}

export function formatTrends({ trends, hours, isLong }: Verdict): readonly string[] {
  const columns = ['first', 'last', 'middle', 'most', 'floor/h', 'from', 'to', 'grown'];
  return [
    `After the warm-up, ${(hours * 60).toFixed(1)} minutes; floor/h is the Theil-Sen slope of the least of each stretch`,
    ...(isLong ? [] : ['Too short for trends: only gross growth is judged.']),
    `${' '.repeat(WIDTH)}${columns.map((name) => name.padStart(WIDTH)).join('')}`,
    ...trends.map(formatTrend),
  ];
}

function formatTrend({ figure, first, last, middle, most, floor, grown }: Trend): string {
  const values = [first, last, middle, most].map((value) => formatValue(figure, value));
  const slopes = [floor?.perHour, floor?.low, floor?.high, grown].map((value) =>
    (value ?? Number.NaN).toFixed(2),
  );
  const { unit, about } = FIGURES[figure];
  const cells = [...values, ...slopes].map((text) => text.padStart(WIDTH)).join('');
  return `${figure.padEnd(WIDTH)}${cells}  ${about}${unit === '' ? '' : `, ${unit}`}`;
}

export function formatCounts(counts: SoakCounts): readonly string[] {
  const { calls, sessions, reloads, kills, lostToKills } = counts;
  return [
    `${calls} calls in ${sessions} sessions, ${reloads} reloads, ${kills} kills of runners, which took ${lostToKills} calls with them`,
    ...Object.entries(counts.ends).map(
      ([kind, ends]) =>
        `  ${kind.padEnd(WIDTH)} ${Object.entries(ends)
          .map(([end, count]) => `${count} ${end}`)
          .join(', ')}`,
    ),
    ...(counts.mistakesBy === undefined
      ? []
      : [
          Object.entries(counts.mistakesBy)
            .map(([kind, count]) => `${count} ${kind}`)
            .join(', '),
        ]),
    `${counts.unexplainedCrashes} unexplained sandbox_crashed, ${counts.unexpectedEnds} other unexpected ends`,
    ...Object.entries(counts.oddities).map(([what, count]) => `  ${count} times: ${what}`),
  ];
}

function formatValue(name: FigureName, value: number): string {
  return value.toFixed(FIGURES[name].unit === '' ? 0 : 1);
}
