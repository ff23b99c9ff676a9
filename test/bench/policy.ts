/**
 * What it costs that a call is known, ruled on, counted and written down: the same call with and without,
 * in processes of their own that take turns. CPU of the host and its runners; clients cost nothing here.
 */
import { loadavg } from 'node:os';
import type { BenchResult } from './bench-result.ts';
import type { Round } from './call/lane.ts';
import { LaneProcess } from './call/lane-process.ts';
import { median, ratio } from './measure.ts';
import { POLICY_LANE_NAMES, POLICY_LANES, type PolicyLaneName } from './policy/policy-lanes.ts';

interface Effort {
  readonly rounds: number;
  readonly roundMs: number;
  readonly leadInMs: number;
  readonly warmUpCalls: number;
}

const FULL: Effort = { rounds: 11, roundMs: 400, leadInMs: 150, warmUpCalls: 12_000 };
const QUICK: Effort = { rounds: 1, roundMs: 30, leadInMs: 0, warmUpCalls: 50 };

const MAIN = new URL('./policy/policy-lane-main.ts', import.meta.url);
const IN_FLIGHT = [1, 16] as const;
type InFlight = (typeof IN_FLIGHT)[number];
type Rounds = Readonly<Record<InFlight, Round[]>>;

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
  };
  return {
    rows: [`load average ${loadBefore.toFixed(1)} before the run`, ...formatLanes(rounds)],
    ratios,
    goals: { httpCpu: MOST, httpCpu16: MOST, embeddedCpu: MOST },
  };
}

type AllRounds = (name: PolicyLaneName) => Rounds;

async function runLanes(effort: Effort): Promise<AllRounds> {
  await using stack = new AsyncDisposableStack();
  const lanes: LaneProcess<PolicyLaneName>[] = [];
  for (const name of POLICY_LANE_NAMES) lanes.push(stack.use(await LaneProcess.open(name, MAIN)));
  const results = new Map(lanes.map(({ name }) => [name, { 1: [] as Round[], 16: [] as Round[] }]));
  for (const lane of lanes) {
    await lane.round({ inFlight: 16, ms: 0, minCalls: effort.warmUpCalls });
    await lane.round({ inFlight: 1, ms: 0, minCalls: effort.warmUpCalls / 4 });
  }
  for (let index = 0; index < effort.rounds; index += 1) {
    // Every other time the other way round: what a lane leaves behind meets both of a pair.
    const ordered = index % 2 === 0 ? lanes : lanes.toReversed();
    for (const inFlight of IN_FLIGHT) {
      for (const lane of ordered) {
        await lane.round({ inFlight, ms: effort.leadInMs });
        results.get(lane.name)?.[inFlight].push(await lane.round({ inFlight, ms: effort.roundMs }));
      }
    }
  }
  return (name) => results.get(name) ?? { 1: [], 16: [] };
}

/** The median over rounds of the quotient within one round: noise meets both sides of it. */
function compare(a: readonly Round[], b: readonly Round[]): number {
  const quotients = a.map(({ cpuPerCall }, at) => cpuPerCall / (b[at]?.cpuPerCall ?? Number.NaN));
  return ratio(median(quotients), 1);
}

function formatLanes(rounds: AllRounds): readonly string[] {
  return IN_FLIGHT.flatMap((inFlight) => [
    `${inFlight} in flight, 1 KB in and out; CPU of the host and its runners, median and least of ${rounds('http')[inFlight].length} rounds`,
    ...POLICY_LANE_NAMES.map((name) => {
      const all = rounds(name)[inFlight];
      const cpu = all.map(({ cpuPerCall }) => cpuPerCall);
      const p50 = median(all.map((round) => round.p50));
      const figures = [median(cpu), Math.min(...cpu), p50].map((each) =>
        each.toFixed(1).padStart(9),
      );
      return `  ${POLICY_LANES[name].title.padEnd(44)}CPU ${figures[0]} µs  least ${figures[1]} µs  p50 ${figures[2]} µs`;
    }),
  ]);
}
