import { describe, expect, it } from 'vitest';
import { fitSlope, floors, type Point } from './theil-sen.ts';

const MINUTE_MS = 60_000;
const points = (value: (minute: number) => number): readonly Point[] =>
  Array.from({ length: 60 }, (_, minute) => [minute * MINUTE_MS, value(minute)]);

describe('the fitted slope', () => {
  it('is that of a line', () => {
    const fit = fitSlope(points((minute) => 100 + minute / 10));
    expect(fit?.perHour).toBeCloseTo(6);
    expect(fit?.low).toBeCloseTo(6);
    expect(fit?.high).toBeCloseTo(6);
  });

  it('is not moved by a few outliers', () => {
    const fit = fitSlope(points((minute) => (minute % 7 === 0 ? 900 : 100 + minute / 10)));
    expect(fit?.perHour).toBeGreaterThan(5);
    expect(fit?.perHour).toBeLessThan(7);
  });

  it.each([{ found: [] }, { found: [[0, 1] as const] }])(
    'needs two points: $found',
    ({ found }) => {
      expect(fitSlope(found)).toBeUndefined();
    },
  );
});

describe('the floor', () => {
  it('of a saw tooth is flat, of one that rises it rises', () => {
    const flat = floors(
      points((minute) => 100 + (minute % 6)),
      10,
    );
    expect(new Set(flat.map(([, value]) => value))).toEqual(new Set([100]));
    const rising = floors(
      points((minute) => 100 + (minute % 6) + minute),
      10,
    );
    const perHour = fitSlope(rising)?.perHour;
    expect(perHour).toBeGreaterThan(55);
    expect(perHour).toBeLessThan(65);
  });
});
