/**
 * What a jail and a missing compiler cost: the same sandbox with and without each, taking turns, so that
 * what else the machine does meets all of them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  openSandboxFixture,
  type SandboxFixture,
} from '../../packages/sandbox/src/sandbox-fixture.ts';
import type { BenchOptions, BenchResult } from './bench-result.ts';
import { ECHO_EXECUTE, ECHO_TEXT, echoExtension } from './call/echo-tool.ts';
import { startCpuMeter } from './call/process-cpu.ts';
import { median, percentiles, ratio } from './measure.ts';

/** In running order, there and back: those that are compared come after the same ones as often. */
const LANES = {
  jailed: { jail: 'preferred' },
  jitless: { jail: 'preferred', jit: 'off' },
  free: { jail: 'off' },
} as const;
type Lane = keyof typeof LANES;
const LANE_NAMES = Object.keys(LANES) as readonly Lane[];

/** One sample of a lane, in µs. */
interface Sample {
  readonly p50: number;
  readonly cpu: number;
  readonly loop: number;
}

const LOOP = `(id, params) => { let sum = 0; for (let n = 0; n < params.n; n += 1) sum = (sum * 31 + n) % 65521;
  return { content: [{ type: 'text', text: String(sum) }] }; }`;
const LOOPS = 1_000_000;
const SETTLE_MS = 60;

interface Effort {
  /** So often runners are started anew: two processes of the same code differ by some percent. */
  readonly generations: number;
  readonly rounds: number;
  readonly calls: number;
  /** V8 compiles what has run often. */
  readonly warmUpCalls: number;
  readonly starts: number;
}

const QUICK: Effort = { generations: 1, rounds: 1, calls: 50, warmUpCalls: 10, starts: 1 };
const FULL: Effort = { generations: 6, rounds: 12, calls: 1_500, warmUpCalls: 8_000, starts: 8 };

export async function run({ isQuick }: BenchOptions): Promise<BenchResult> {
  const effort = isQuick ? QUICK : FULL;
  const starts = await perLane(effort.starts, timeStart);
  const firsts = await perLane(effort.starts, timeFirstCall);
  const samples = await runGenerations(effort);
  const of = (lane: Lane, what: keyof Sample) => samples[lane].map((sample) => sample[what]);
  const compare = (a: readonly number[], b: readonly number[]) =>
    ratio(median(a.map((value, at) => value / (b[at] ?? Number.NaN))), 1);
  const ratios = {
    callP50: compare(of('jailed', 'p50'), of('free', 'p50')),
    callCpu: compare(of('jailed', 'cpu'), of('free', 'cpu')),
    firstCallWithSpare: compare(firsts.jailed, firsts.free),
    runnerStart: compare(starts.jailed, starts.free),
    jitlessCallCpu: compare(of('jitless', 'cpu'), of('jailed', 'cpu')),
    jitlessLoop: compare(of('jitless', 'loop'), of('jailed', 'loop')),
  };
  const rows = LANE_NAMES.map((lane) => {
    const figures = { p50: of(lane, 'p50'), cpu: of(lane, 'cpu'), loop: of(lane, 'loop') };
    const said = Object.entries({ ...figures, first: firsts[lane], start: starts[lane] });
    return `  ${lane.padEnd(10)}${said.map(([what, values]) => `${what} ${median(values).toFixed(0)} µs`).join('   ')}`;
  });
  return { rows, ratios, goals: { callP50: 1.05, callCpu: 1.05, firstCallWithSpare: 1.2 } };
}

async function perLane(
  samples: number,
  time: (lane: Lane) => Promise<number>,
): Promise<Readonly<Record<Lane, number[]>>> {
  const found: Record<Lane, number[]> = { jailed: [], free: [], jitless: [] };
  // The first of each pays for code that has never run before.
  for (let index = -1; index < samples; index += 1)
    for (const lane of LANE_NAMES) {
      const micros = await time(lane);
      if (index >= 0) found[lane].push(micros);
    }
  return found;
}

/** From nothing to a registration: the start of a runner, most of all. */
async function timeStart(lane: Lane): Promise<number> {
  await using fixture = openSandboxFixture(LANES[lane]);
  const startedAt = performance.now();
  await fixture.loadTools('a', {});
  return (performance.now() - startedAt) * 1_000;
}

async function timeFirstCall(lane: Lane): Promise<number> {
  await using fixture = openSandboxFixture({ ...LANES[lane], spareRunners: 1 });
  await loadTools(fixture);
  while (!fixture.sandbox.status().runners.some(({ state }) => state === 'spare')) await sleep(5);
  await sleep(SETTLE_MS);
  const startedAt = performance.now();
  await callEcho(fixture);
  return (performance.now() - startedAt) * 1_000;
}

async function runGenerations(effort: Effort): Promise<Readonly<Record<Lane, readonly Sample[]>>> {
  const samples: Record<Lane, Sample[]> = { jailed: [], free: [], jitless: [] };
  for (let index = 0; index < effort.generations; index += 1) await runRounds(effort, samples);
  return samples;
}

async function runRounds(effort: Effort, samples: Record<Lane, Sample[]>): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const fixtures = LANE_NAMES.map((lane) =>
    stack.use(openSandboxFixture({ ...LANES[lane], idleRunnerMs: 1e9 })),
  );
  for (const fixture of fixtures) {
    await loadTools(fixture);
    await sampleLane(fixture, effort.warmUpCalls);
  }
  for (let round = 0; round < effort.rounds; round += 1)
    for (const [at, lane] of inTurn(round)) {
      const fixture = fixtures[at];
      if (fixture !== undefined) samples[lane].push(await sampleLane(fixture, effort.calls));
    }
}

/** There and back again: which lane another one comes after makes a difference of some percent. */
function inTurn(round: number): readonly (readonly [at: number, lane: Lane])[] {
  const lanes = [...LANE_NAMES.entries()];
  return round % 2 === 0 ? lanes : lanes.toReversed();
}

async function sampleLane(fixture: SandboxFixture, calls: number): Promise<Sample> {
  await callEcho(fixture);
  const readCpu = startCpuMeter(fixture.sandbox.status().runners.map(({ pid }) => pid));
  const times: number[] = [];
  for (let index = 0; index < calls; index += 1) {
    const startedAt = performance.now();
    await callEcho(fixture);
    times.push((performance.now() - startedAt) * 1_000);
  }
  const cpu = readCpu() / calls;
  const loopFrom = performance.now();
  await fixture.call('b', 'echo', { args: { n: LOOPS } });
  return { p50: percentiles(times).p50, cpu, loop: (performance.now() - loopFrom) * 1_000 };
}

async function loadTools(fixture: SandboxFixture): Promise<void> {
  await fixture.sandbox.load({ id: 'a', source: echoExtension(ECHO_EXECUTE) });
  const source = echoExtension(LOOP).replaceAll(
    '"text":{"type":"string"}',
    '"n":{"type":"number"}',
  );
  await fixture.sandbox.load({
    id: 'b',
    source: source.replace('"required":["text"]', '"required":["n"]'),
  });
}

async function callEcho(fixture: SandboxFixture): Promise<void> {
  const outcome = await fixture.call('a', 'echo', { args: { text: ECHO_TEXT } });
  if (outcome.status !== 'ok') throw new Error(outcome.message);
}
