/** A point in time, in ms, and what was measured there. */
export type Point = readonly [atMs: number, value: number];

export interface Fit {
  /** Per hour, in the unit of the values: the median of the slopes between all pairs of points. */
  readonly perHour: number;
  /** Four of five slopes between pairs of points that lie far apart are within these. */
  readonly low: number;
  readonly high: number;
}

const HOUR_MS = 3_600_000;
const MIDDLE_SHARE = 0.8;

/**
 * Fits a line that neither outliers nor a saw tooth move: garbage that waits for a collection is no
 * growth. Without two points there is no slope.
 */
export function fitSlope(points: readonly Point[]): Fit | undefined {
  const slopes = pairSlopes(points, 0);
  if (slopes.length === 0) return undefined;
  const span = (points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0);
  const far = pairSlopes(points, span / 2);
  const edge = (1 - MIDDLE_SHARE) / 2;
  return {
    perHour: quantile(slopes, 0.5),
    low: quantile(far, edge),
    high: quantile(far, 1 - edge),
  };
}

/** The smallest value of each of `count` stretches of the time, in the middle of its stretch. */
export function floors(points: readonly Point[], count: number): readonly Point[] {
  const first = points[0]?.[0] ?? 0;
  const stretch = ((points.at(-1)?.[0] ?? 0) - first) / count;
  if (!(stretch > 0)) return points;
  const groups = Map.groupBy(points, ([at]) =>
    Math.min(count - 1, Math.floor((at - first) / stretch)),
  );
  return [...groups].map(([index, group]) => [
    first + (index + 0.5) * stretch,
    group.reduce((least, [, value]) => Math.min(least, value), Number.POSITIVE_INFINITY),
  ]);
}

/** Of values in ascending order; the value between two where there is none at that place. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

function pairSlopes(points: readonly Point[], leastMs: number): readonly number[] {
  const slopes: number[] = [];
  for (const [index, [at, value]] of points.entries())
    for (const [laterAt, laterValue] of points.slice(index + 1)) {
      const ms = laterAt - at;
      if (ms > 0 && ms >= leastMs) slopes.push(((laterValue - value) / ms) * HOUR_MS);
    }
  return slopes.toSorted((a, b) => a - b);
}
