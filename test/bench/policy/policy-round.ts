import type { Lane, Round, RoundOrder } from '../call/lane.ts';
import { startCpuMeter } from '../call/process-cpu.ts';
import { runRound } from '../call/run-round.ts';

/** A way to call whose host shares its process with the hosts of other lanes. */
export interface PolicyLane extends Lane {
  /** Processes that run the tool. */
  runnerPids(): readonly number[];
}

/** `cpuPerCall` is that of the process of the hosts, which all lanes share. */
export interface PolicyRound extends Round {
  readonly runnerCpuPerCall: number;
}

export async function runPolicyRound(lane: PolicyLane, order: RoundOrder): Promise<PolicyRound> {
  const readCpu = startCpuMeter(lane.runnerPids(), { countsOwn: false });
  const round = await runRound(lane, order);
  return { ...round, runnerCpuPerCall: readCpu() / round.calls };
}
