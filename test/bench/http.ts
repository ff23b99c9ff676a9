/**
 * What one call over Streamable HTTP costs, 1 KB in and out: a real `mortise serve`, with the token of a client and
 * its tool in the sandbox, against a bare server made with the same SDK whose tool runs in its own process. Both
 * take turns, each first in every other round, so that what else the machine does meets both; what is compared are
 * the two halves of a round, and of those quotients the median counts.
 */
import { availableParallelism, loadavg } from 'node:os';
import type { BenchResult } from './bench-result.ts';
import { HTTP_LANES, type HttpLane, type HttpLaneName } from './http/http-lane.ts';
import { type BenchRevision, type NextCall, openClient, REVISIONS } from './http/mcp-requests.ts';
import { type HttpRound, runHttpRound } from './http/run-http-round.ts';
import { median, ratio } from './measure.ts';

const IN_FLIGHT = [1, 16] as const;
type InFlight = (typeof IN_FLIGHT)[number];
const LANE_NAMES = Object.keys(HTTP_LANES) as readonly HttpLaneName[];

/** What each figure of ours may be of that of the bare server. */
const GOALS = {
  cpu: { most: 1.35, of: (ours: HttpRound, bare: HttpRound) => ours.cpu / bare.cpu },
  p50: { most: 1.5, of: (ours: HttpRound, bare: HttpRound) => ours.p50 / bare.p50 },
  // The other way round, so that less is better in all of them: 0.9 of its calls.
  timePerCall: {
    most: 1 / 0.9,
    of: (ours: HttpRound, bare: HttpRound) => bare.perSecond / ours.perSecond,
  },
} as const;

interface Case {
  readonly revision: BenchRevision;
  readonly inFlight: InFlight;
  readonly rounds: Record<HttpLaneName, HttpRound[]>;
}

interface OpenedLane {
  readonly name: HttpLaneName;
  readonly lane: HttpLane;
  readonly clients: Readonly<Record<BenchRevision, NextCall>>;
}

/** Many short rounds: what disturbs one of them disturbs no median. */
const EFFORT = { rounds: 24, roundMs: 400, leadInMs: 60, warmUpCalls: 4_000 };
const QUICK: typeof EFFORT = { rounds: 1, roundMs: 60, leadInMs: 0, warmUpCalls: 40 };

export async function run({ isQuick }: { readonly isQuick: boolean }): Promise<BenchResult> {
  const effort = isQuick ? QUICK : EFFORT;
  const [load = 0] = loadavg();
  const cases = await runCases(effort);
  const entries = cases.flatMap(compareCase);
  return {
    rows: [
      `${availableParallelism()} cores, load average ${load.toFixed(1)} before the run`,
      ...cases.flatMap(formatCase),
    ],
    ratios: Object.fromEntries(entries.map(({ name, value }) => [name, value])),
    goals: Object.fromEntries(entries.map(({ name, most }) => [name, ratio(most, 1)])),
  };
}

async function runCases(effort: typeof EFFORT): Promise<readonly Case[]> {
  await using stack = new AsyncDisposableStack();
  const lanes: OpenedLane[] = [];
  for (const name of LANE_NAMES) lanes.push(await openLane(name, stack));
  for (const opened of lanes) await warmUp(opened, effort.warmUpCalls);
  const cases = REVISIONS.flatMap((revision) =>
    IN_FLIGHT.map((inFlight): Case => ({ revision, inFlight, rounds: { mortise: [], bare: [] } })),
  );
  for (let round = 0; round < effort.rounds; round += 1)
    for (const { revision, inFlight, rounds } of cases)
      for (const { name, lane, clients } of round % 2 === 0 ? lanes : lanes.toReversed()) {
        await runHttpRound(lane, clients[revision], { inFlight, ms: effort.leadInMs });
        const order = { inFlight, ms: effort.roundMs };
        rounds[name].push(await runHttpRound(lane, clients[revision], order));
      }
  return cases;
}

async function openLane(name: HttpLaneName, stack: AsyncDisposableStack): Promise<OpenedLane> {
  const lane = stack.use(await HTTP_LANES[name]());
  const [old, recent] = REVISIONS;
  const clients = { [old]: await openClient(lane, old), [recent]: await openClient(lane, recent) };
  return { name, lane, clients: clients as Record<BenchRevision, NextCall> };
}

/** By calls, not by time: V8 optimises what has run often, and the slower lane must get there, too. */
async function warmUp({ lane, clients }: OpenedLane, minCalls: number): Promise<void> {
  for (const revision of REVISIONS)
    for (const inFlight of IN_FLIGHT)
      await runHttpRound(lane, clients[revision], { inFlight, ms: 0, minCalls });
}

function compareCase({ revision, inFlight, rounds }: Case) {
  return Object.entries(GOALS).map(([figure, { most, of }]) => {
    const quotients = rounds.mortise.flatMap((ours, index) => {
      const bare = rounds.bare[index];
      return bare === undefined ? [] : [of(ours, bare)];
    });
    return { name: `${figure}${inFlight}:${revision}`, most, value: ratio(median(quotients), 1) };
  });
}

function formatCase({ revision, inFlight, rounds }: Case): readonly string[] {
  return LANE_NAMES.map((name) => {
    const of = (figure: keyof HttpRound) => median(rounds[name].map((each) => each[figure]));
    const figures = [
      `p50 ${of('p50').toFixed(0).padStart(6)} µs`,
      `p99 ${of('p99').toFixed(0).padStart(6)} µs`,
      `CPU ${of('cpu').toFixed(0).padStart(6)} µs`,
      `${of('perSecond').toFixed(0).padStart(6)} calls/s`,
    ];
    const lane = `${revision}  ${String(inFlight).padStart(2)} in flight  ${name.padEnd(8)}`;
    return `  ${lane} ${figures.join('   ')}`;
  });
}
