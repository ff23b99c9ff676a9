/**
 * What one call costs, 1 KB in and out, against everything it could be measured by: ten lanes in
 * processes of their own take turns, so that what else the machine does meets all of them.
 */
import { availableParallelism, loadavg } from 'node:os';
import type { BenchOptions, BenchResult } from './bench-result.ts';
import { askProcess } from './call/ask-process.ts';
import { type CheckoutEffort, compareCheckouts } from './call/checkouts.ts';
import type { ColdFigures } from './call/cold-main.ts';
import { formatColdAndIdle, formatGoals, formatLanes } from './call/format.ts';
import type { IdleFigures } from './call/idle-main.ts';
import { callRatios } from './call/ratios.ts';
import { runLanes } from './call/run-lanes.ts';

interface Effort {
  readonly rounds: number;
  readonly roundMs: number;
  readonly leadInMs: number;
  readonly warmUpCalls: number;
  readonly coldSamples: number;
  readonly idleExtensions: number;
}

const FULL: Effort = {
  rounds: 20,
  roundMs: 150,
  leadInMs: 100,
  warmUpCalls: 40_000,
  coldSamples: 12,
  idleExtensions: 200,
};
const QUICK: Effort = {
  rounds: 1,
  roundMs: 20,
  leadInMs: 0,
  warmUpCalls: 100,
  coldSamples: 1,
  idleExtensions: 10,
};
/** Lanes start three times here, so that there are fewer rounds of each. */
const AGAINST: CheckoutEffort = { ...FULL, generations: 3, rounds: 9, coldSamples: 6 };

export async function run({ isQuick, against }: BenchOptions): Promise<BenchResult> {
  const effort = isQuick ? QUICK : FULL;
  if (against !== undefined)
    return compareCheckouts(against, isQuick ? { ...QUICK, generations: 1 } : AGAINST);
  const [loadBefore = 0] = loadavg();
  const rounds = await runLanes(effort);
  const coldModule = new URL('./call/cold-main.ts', import.meta.url);
  const cold = (await askProcess(coldModule, effort.coldSamples)) as ColdFigures;
  const idleModule = new URL('./call/idle-main.ts', import.meta.url);
  const idle = (await askProcess(idleModule, effort.idleExtensions)) as IdleFigures;
  const ratios = callRatios(rounds, cold, idle);
  return {
    rows: [
      `${availableParallelism()} cores, load average ${loadBefore.toFixed(1)} before the run`,
      ...formatLanes(rounds),
      ...formatColdAndIdle(cold, idle),
      ...formatGoals(ratios),
    ],
    ratios,
  };
}
