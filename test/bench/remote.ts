/**
 * What a call on another machine costs, 1 KB in and out: a session's call whose tool runs on a node of `mortise runner`,
 * against a bare request and its reply over the same broker. CPU is that of all processes: host, broker, nodes and their
 * runners. Both take turns, each first in every other round; of the quotients of rounds the median counts.
 */
import { availableParallelism, loadavg } from 'node:os';
import { NatsBroker } from '../fleet/nats-broker.ts';
import type { BenchResult } from './bench-result.ts';
import { median, percentiles, ratio } from './measure.ts';
import { openEchoLane, openRemoteLane, type RemoteLane } from './remote/remote-lanes.ts';

const NODES = [2, 4] as const;
const IN_FLIGHT = [16, 128] as const;
/** At least 0.8 of the calls of the bare echo, as time per call; at most 1.5 times its CPU. */
const GOALS = { cpu: 1.5, timePerCall: 1 / 0.8 } as const;

const EFFORT = { rounds: 16, roundMs: 500, leadInMs: 80, warmUpMs: 4_000 };
const QUICK: typeof EFFORT = { rounds: 1, roundMs: 60, leadInMs: 0, warmUpMs: 40 };

interface Round {
  readonly p50: number;
  readonly p99: number;
  readonly cpu: number;
  readonly perSecond: number;
}

interface Case {
  readonly nodes: number;
  readonly inFlight: number;
  readonly remote: Round[];
  readonly echo: Round[];
}

export async function run({ isQuick }: { readonly isQuick: boolean }): Promise<BenchResult> {
  const effort = isQuick ? QUICK : EFFORT;
  const [load = 0] = loadavg();
  const cases: Case[] = [];
  for (const nodes of NODES) cases.push(...(await runCases(nodes, effort)));
  const entries = cases.flatMap(compare);
  return {
    rows: [
      `${availableParallelism()} cores, load average ${load.toFixed(1)} before the run`,
      ...cases.flatMap(format),
    ],
    ratios: Object.fromEntries(entries.map(({ name, value }) => [name, value])),
    goals: Object.fromEntries(entries.map(({ name, most }) => [name, ratio(most, 1)])),
  };
}

async function runCases(nodes: number, effort: typeof EFFORT): Promise<readonly Case[]> {
  await using stack = new AsyncDisposableStack();
  const broker = stack.use(await NatsBroker.start());
  const lanes = {
    remote: stack.use(await openRemoteLane(broker, nodes)),
    echo: stack.use(await openEchoLane(broker, nodes)),
  };
  const cases = IN_FLIGHT.map((inFlight): Case => ({ nodes, inFlight, remote: [], echo: [] }));
  const names = ['remote', 'echo'] as const;
  for (const { inFlight } of cases)
    for (const name of names) await runRound(lanes[name], inFlight, effort.warmUpMs);
  for (let round = 0; round < effort.rounds; round += 1)
    for (const each of cases)
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        await runRound(lanes[name], each.inFlight, effort.leadInMs);
        each[name].push(await runRound(lanes[name], each.inFlight, effort.roundMs));
      }
  return cases;
}

async function runRound(lane: RemoteLane, inFlight: number, ms: number): Promise<Round> {
  const times: number[] = [];
  const others = lane.cpu();
  const own = process.cpuUsage();
  const startedAt = performance.now();
  const callUntil = async () => {
    let now = performance.now();
    do {
      await lane.call();
      const answeredAt = performance.now();
      times.push((answeredAt - now) * 1_000);
      now = answeredAt;
    } while (now < startedAt + ms);
  };
  await Promise.all(Array.from({ length: inFlight }, callUntil));
  const elapsedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(own);
  return {
    ...percentiles(times),
    cpu: (lane.cpu() - others + user + system) / times.length,
    perSecond: (times.length / elapsedMs) * 1_000,
  };
}

function compare({ nodes, inFlight, remote, echo }: Case) {
  const of = (quotient: (ours: Round, bare: Round) => number) => {
    const quotients = remote.flatMap((ours, index) => {
      const bare = echo[index];
      return bare === undefined ? [] : [quotient(ours, bare)];
    });
    return ratio(median(quotients), 1);
  };
  const suffix = `${inFlight}:${nodes}nodes`;
  return [
    { name: `cpu${suffix}`, most: GOALS.cpu, value: of((a, b) => a.cpu / b.cpu) },
    {
      name: `timePerCall${suffix}`,
      most: GOALS.timePerCall,
      value: of((a, b) => b.perSecond / a.perSecond),
    },
  ];
}

function format({ nodes, inFlight, ...rounds }: Case): readonly string[] {
  return (['remote', 'echo'] as const).map((name) => {
    const of = (figure: keyof Round) => median(rounds[name].map((each) => each[figure]));
    const figures = [
      `p50 ${of('p50').toFixed(0).padStart(6)} µs`,
      `p99 ${of('p99').toFixed(0).padStart(6)} µs`,
      `CPU ${of('cpu').toFixed(0).padStart(6)} µs`,
      `${of('perSecond').toFixed(0).padStart(6)} calls/s`,
    ];
    const lane = `${nodes} nodes  ${String(inFlight).padStart(3)} in flight  ${name.padEnd(6)}`;
    return `  ${lane} ${figures.join('   ')}`;
  });
}
