const start = Date.now();
const given = globalThis.performance as object | undefined;

/** Milliseconds of the wall clock where the isolate has no other. */
const plain = {
  timeOrigin: start,
  now: (): number => Date.now() - start,
  mark: (): object => ({}),
  measure: (): object => ({ duration: 0 }),
  clearMarks: (): void => {},
  clearMeasures: (): void => {},
  getEntries: (): readonly object[] => [],
  getEntriesByName: (): readonly object[] => [],
  getEntriesByType: (): readonly object[] => [],
  timerify: (callback: unknown): unknown => callback,
  eventLoopUtilization: (): object => ({ idle: 0, active: 0, utilization: 0 }),
  toJSON: (): object => ({}),
};
export const performance: typeof plain =
  given === undefined ? plain : (Object.assign(given, omitKnown(given)) as typeof plain);

function omitKnown(known: object): object {
  return Object.fromEntries(Object.entries(plain).filter(([name]) => !(name in known)));
}

export class PerformanceObserver {
  static readonly supportedEntryTypes: readonly string[] = [];
  observe(): void {}
  disconnect(): void {}
  takeRecords(): readonly object[] {
    return [];
  }
}

export class PerformanceEntry {}
export class PerformanceMark extends PerformanceEntry {}
export class PerformanceMeasure extends PerformanceEntry {}
export const constants = {};

const histogram = {
  ...{ min: 0, max: 0, mean: 0, stddev: 0, count: 0, exceeds: 0 },
  percentile: (): number => 0,
  enable: (): boolean => true,
  disable: (): boolean => true,
  record: (): void => {},
  reset: (): void => {},
};

export function monitorEventLoopDelay(): object {
  return histogram;
}

export function createHistogram(): object {
  return histogram;
}

export function eventLoopUtilization(): object {
  return { idle: 0, active: 0, utilization: 0 };
}
