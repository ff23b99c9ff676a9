import { median, ratio } from '../measure.ts';
import type { ColdFigures } from './cold-main.ts';
import type { IdleFigures } from './idle-main.ts';
import type { Round } from './lane.ts';
import type { LaneName } from './lanes.ts';
import type { AllRounds, InFlight } from './run-lanes.ts';

export type Figure = Exclude<keyof Round, 'calls'>;

interface Comparison {
  readonly figure: Figure;
  readonly inFlight: InFlight;
}

/** Each the median over rounds of the quotient within one round: noise meets both sides of it. */
export function callRatios(
  rounds: AllRounds,
  cold: ColdFigures,
  idle: IdleFigures,
): Readonly<Record<string, number>> {
  const between = (a: LaneName, b: LaneName, comparison: Comparison) =>
    medianQuotient(rounds(a)[comparison.inFlight], rounds(b)[comparison.inFlight], comparison);
  const cpu = (a: LaneName, b: LaneName, inFlight: InFlight) =>
    between(a, b, { figure: 'cpuPerCall', inFlight });
  const cpu1 = cpu('mortise', 'apply', 1);
  const cpu32 = cpu('mortise', 'apply', 32);
  return {
    cpuVsBareApply: Math.max(cpu1, cpu32),
    cpuVsBareApply1: cpu1,
    cpuVsBareApply32: cpu32,
    cpuVsBareApplyAsyncTool1: cpu('mortiseAsync', 'applyAsync', 1),
    cpuVsBareApplyAsyncTool32: cpu('mortiseAsync', 'applyAsync', 32),
    bestCpuVsBareApply1: bestCpu(rounds('mortise')[1], rounds('apply')[1]),
    bestCpuVsBareApply32: bestCpu(rounds('mortise')[32], rounds('apply')[32]),
    cpuVsIpcEcho1: cpu('mortise', 'ipc', 1),
    cpuVsIpcEcho32: cpu('mortise', 'ipc', 32),
    p50VsIpcEcho: between('mortise', 'ipc', { figure: 'p50', inFlight: 1 }),
    p99VsIpcEcho: between('mortise', 'ipc', { figure: 'p99', inFlight: 1 }),
    throughputVsIpcEcho: between('mortise', 'ipc', { figure: 'perSecond', inFlight: 32 }),
    p50VsMcpStdio: between('mcp', 'mortise', { figure: 'p50', inFlight: 1 }),
    throughputVsMcpStdio: between('mortise', 'mcp', { figure: 'perSecond', inFlight: 32 }),
    coldVsBareIsolate: ratio(cold.ratio, 1),
    idleExtensionKB: ratio(idle.kilobytes, 1),
  };
}

/** Of the least disturbed round of each: what is left of a ratio when the machine is busy. */
function bestCpu(a: readonly Round[], b: readonly Round[]): number {
  const least = (rounds: readonly Round[]) => Math.min(...rounds.map((round) => round.cpuPerCall));
  return ratio(least(a), least(b));
}

/** Of the n-th of each; see `takeTurns`. */
export function medianQuotient(
  a: readonly Round[],
  b: readonly Round[],
  { figure }: Pick<Comparison, 'figure'>,
): number {
  const quotients = a.map((round, index) => round[figure] / (b[index]?.[figure] ?? Number.NaN));
  return ratio(median(quotients), 1);
}
