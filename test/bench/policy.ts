/**
 * What it costs that a call is known, ruled on, counted and written down: the same call with and without, by hosts that
 * share a process and take turns. CPU of the hosts and their runners; clients cost nothing here.
 */
import { loadavg } from 'node:os';
import type { BenchResult } from './bench-result.ts';
import { LaneProcess } from './call/lane-process.ts';
import { median, ratio } from './measure.ts';
import type { PolicyOrder } from './policy/policy-lane-main.ts';
import {
  lanesOf,
  POLICY_GROUPS,
  POLICY_LANE_NAMES,
  POLICY_LANES,
  type PolicyGroup,
  type PolicyLaneName,
} from './policy/policy-lanes.ts';
import type { PolicyRound } from './policy/policy-round.ts';

interface Effort {
  readonly rounds: number;
  readonly roundMs: number;
  readonly leadInMs: number;
  readonly warmUpCalls: number;
}

/**
 * Many short rounds: what else the machine does meets neighbours alike, and the median of their quotients is
 * steady from run to run. Longer than entries of the audit log wait, so that each pays for its own.
 */
const FULL: Effort = { rounds: 24, roundMs: 200, leadInMs: 110, warmUpCalls: 8_000 };
const QUICK: Effort = { rounds: 1, roundMs: 30, leadInMs: 0, warmUpCalls: 50 };

const MAIN = new URL('./policy/policy-lane-main.ts', import.meta.url);
const IN_FLIGHT = [1, 16] as const;
type InFlight = (typeof IN_FLIGHT)[number];
type Rounds = Readonly<Record<InFlight, PolicyRound[]>>;

/** What stands in front may cost so much of a call's CPU. */
const MOST = 1.05;

export async function run({ isQuick }: { readonly isQuick: boolean }): Promise<BenchResult> {
  const [loadBefore = 0] = loadavg();
  const rounds = await runLanes(isQuick ? QUICK : FULL);
  const between = (a: PolicyLaneName, b: PolicyLaneName, inFlight: InFlight) =>
    compare(rounds(a)[inFlight], rounds(b)[inFlight]);
  const ratios = {
    httpCpu: between('httpGuarded', 'http', 1),
    httpCpu16: between('httpGuarded', 'http', 16),
    httpTokensCpu: between('httpTokens', 'http', 1),
    embeddedCpu: between('embeddedGuarded', 'embedded', 1),
    embeddedCpu16: between('embeddedGuarded', 'embedded', 16),
    embeddedRulesCpu: between('embeddedRules', 'embedded', 1),
    embeddedAuditCpu: between('embeddedAudit', 'embedded', 1),
    // Two hosts of one kind: what differs between these is the machine, and no figure above is truer than that.
    httpSameCpu: between('httpAgain', 'http', 1),
    httpSameCpu16: between('httpAgain', 'http', 16),
    embeddedSameCpu: between('embeddedAgain', 'embedded', 1),
    embeddedSameCpu16: between('embeddedAgain', 'embedded', 16),
  };
  return {
    rows: [`load average ${loadBefore.toFixed(1)} before the run`, ...formatLanes(rounds)],
    ratios,
    goals: { httpCpu: MOST, httpCpu16: MOST, embeddedCpu: MOST },
  };
}

type AllRounds = (name: PolicyLaneName) => Rounds;

async function runLanes(effort: Effort): Promise<AllRounds> {
  const results = new Map<PolicyLaneName, Rounds>();
  for (const name of POLICY_LANE_NAMES) results.set(name, { 1: [], 16: [] });
  const rounds: AllRounds = (name) => results.get(name) ?? { 1: [], 16: [] };
  // One group after the other: the processes of the other one would only disturb.
  for (const group of Object.keys(POLICY_GROUPS))
    await runGroup(group as PolicyGroup, effort, rounds);
  return rounds;
}

async function runGroup(group: PolicyGroup, effort: Effort, rounds: AllRounds): Promise<void> {
  await using lanes = await LaneProcess.open(group, MAIN);
  const names = lanesOf(group);
  // The process answers with what `runPolicyRound` gives.
  const run = async (order: PolicyOrder) => (await lanes.round(order)) as PolicyRound;
  for (const lane of names) {
    await run({ lane, inFlight: 16, ms: 0, minCalls: effort.warmUpCalls });
    await run({ lane, inFlight: 1, ms: 0, minCalls: effort.warmUpCalls / 4 });
  }
  for (let index = 0; index < effort.rounds; index += 1) {
    // Every other time the other way round: what a lane leaves behind meets both of a pair.
    const ordered = index % 2 === 0 ? names : names.toReversed();
    for (const inFlight of IN_FLIGHT) {
      for (const lane of ordered) {
        await run({ lane, inFlight, ms: effort.leadInMs });
        rounds(lane)[inFlight].push(await run({ lane, inFlight, ms: effort.roundMs }));
      }
    }
  }
}

/**
 * The median over rounds of the quotient within one round: noise meets both sides of it. What stands in front runs in the
 * host; the runners of two lanes do the same, and differ only as processes do.
 */
function compare(a: readonly PolicyRound[], b: readonly PolicyRound[]): number {
  const runner = median([...a, ...b].map(({ runnerCpuPerCall }) => runnerCpuPerCall));
  const cpuOf = (round: PolicyRound | undefined) => (round?.cpuPerCall ?? Number.NaN) + runner;
  return ratio(median(a.map((round, at) => cpuOf(round) / cpuOf(b[at]))), 1);
}

function formatLanes(rounds: AllRounds): readonly string[] {
  return IN_FLIGHT.flatMap((inFlight) => [
    `${inFlight} in flight, 1 KB in and out; CPU of the host and its runners, median and least of ${rounds('http')[inFlight].length} rounds`,
    ...POLICY_LANE_NAMES.map((name) => {
      const all = rounds(name)[inFlight];
      const cpu = all.map(({ cpuPerCall, runnerCpuPerCall }) => cpuPerCall + runnerCpuPerCall);
      const p50 = median(all.map((round) => round.p50));
      const figures = [median(cpu), Math.min(...cpu), p50].map((each) =>
        each.toFixed(1).padStart(9),
      );
      return `  ${POLICY_LANES[name].title.padEnd(44)}CPU ${figures[0]} µs  least ${figures[1]} µs  p50 ${figures[2]} µs`;
    }),
  ]);
}
