/** Microseconds one run takes, as percentiles over `runs` runs after a warm-up. */
export interface Timing {
  readonly p50: number;
  readonly p99: number;
}

export function measure(run: () => unknown, runs: number): Timing {
  for (let index = 0; index < Math.min(runs, 100); index += 1) run();
  const times: number[] = [];
  for (let index = 0; index < runs; index += 1) {
    const startedAt = performance.now();
    run();
    times.push((performance.now() - startedAt) * 1_000);
  }
  return percentiles(times);
}

export function percentiles(times: readonly number[]): Timing {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

export function formatTiming(what: string, { p50, p99 }: Timing, note = ''): string {
  return `  ${what.padEnd(44)}p50 ${p50.toFixed(1).padStart(10)} µs   p99 ${p99.toFixed(1).padStart(10)} µs   ${note}`;
}

/** Two figures that are read at a glance. */
export function ratio(a: number, b: number): number {
  return Number((a / b).toPrecision(3));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
