import {
  FIGURE_NAMES,
  FIGURES,
  type Figure,
  type FigureName,
  type Sample,
} from './figures-and-bounds.ts';
import type { SoakCounts } from './soak-counts.ts';
import { type Fit, fitSlope, floors, quantile } from './theil-sen.ts';

/** What became of one figure after the warm-up. */
export interface Trend {
  readonly figure: FigureName;
  readonly first: number;
  readonly last: number;
  readonly most: number;
  /** The median of what was measured. */
  readonly middle: number;
  /** Of the floor: the least of each stretch of the time. */
  readonly floor: Fit | undefined;
  /** What the fitted floor grew by over the whole time. */
  readonly grown: number;
}

export interface Verdict {
  readonly trends: readonly Trend[];
  /** Whether the time after the warm-up was long enough for trends; if not, only gross growth is judged. */
  readonly isLong: boolean;
  readonly hours: number;
  readonly failures: readonly string[];
}

/** With less, the slope of resident memory is noise. */
const LONG_MS = 8 * 60_000;
const MOST_STRETCHES = 40;
/** With fewer, a stretch has no floor. */
const SAMPLES_OF_STRETCH = 6;
const HOUR_MS = 3_600_000;
/** Of all calls, those that may end in a way their kind does not have: a busy machine is late. */
const MOST_UNEXPECTED = 0.001;

/** Judges the samples that were taken after the warm-up. */
export function judge(samples: readonly Sample[], counts: SoakCounts): Verdict {
  const ms = (samples.at(-1)?.atMs ?? 0) - (samples[0]?.atMs ?? 0);
  const hours = ms / HOUR_MS;
  const isLong = ms >= LONG_MS;
  const trends = FIGURE_NAMES.map((figure) => trendOf(samples, figure, hours));
  return {
    ...{ trends, isLong, hours },
    failures: [
      ...(samples.length < 3 ? ['There are fewer than three samples.'] : []),
      ...trends.flatMap((trend) => growthOf(trend, isLong) ?? []),
      ...failuresOf(counts),
    ],
  };
}

function trendOf(samples: readonly Sample[], figure: FigureName, hours: number): Trend {
  const points = samples.map((sample) => [sample.atMs, sample[figure]] as const);
  const values = points.map(([, value]) => value);
  const sorted = values.toSorted((a, b) => a - b);
  const stretches = Math.min(MOST_STRETCHES, Math.ceil(points.length / SAMPLES_OF_STRETCH));
  const floor = fitSlope(floors(points, stretches));
  return {
    figure,
    first: values[0] ?? Number.NaN,
    last: values.at(-1) ?? Number.NaN,
    most: sorted.at(-1) ?? Number.NaN,
    middle: quantile(sorted, 0.5),
    floor,
    grown: (floor?.perHour ?? 0) * hours,
  };
}

function growthOf({ figure, floor, grown }: Trend, isLong: boolean): string | undefined {
  const { perHour, flat, gross, unit }: Figure = FIGURES[figure];
  const shown = (value: number) => `${value.toFixed(1)}${unit === '' ? '' : ` ${unit}`}`;
  if (isLong && perHour !== undefined && (floor?.perHour ?? 0) > perHour)
    return `${figure} grows by ${shown(floor?.perHour ?? 0)}/h; at most ${shown(perHour)}/h is right.`;
  // Sockets of clients come and go: that more rise than fall by chance is no trend.
  if (isLong && flat !== undefined && grown >= flat && (floor?.low ?? 0) > 0)
    return `${figure} is not flat: it grew by ${shown(grown)}.`;
  if (gross !== undefined && grown > gross)
    return `${figure} grew by ${shown(grown)}; more than ${shown(gross)} is wrong however short it is.`;
  return undefined;
}

function failuresOf(counts: SoakCounts): readonly string[] {
  const { calls, unexplainedCrashes, unexpectedEnds, mistakes = [], mistakeCount = 0 } = counts;
  return [
    ...(mistakeCount > 0 ? [`${mistakeCount} mistakes; the first of them:`, ...mistakes] : []),
    ...(calls === 0 ? ['No call was made.'] : []),
    ...(unexplainedCrashes > 0
      ? [`${unexplainedCrashes} calls ended with sandbox_crashed, and no kill explains it.`]
      : []),
    ...(unexpectedEnds > calls * MOST_UNEXPECTED
      ? [`${unexpectedEnds} of ${calls} calls ended as their kind should not.`]
      : []),
  ];
}
