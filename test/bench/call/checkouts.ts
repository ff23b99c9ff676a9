import { pathToFileURL } from 'node:url';
import type { BenchResult } from '../bench-result.ts';
import { median, ratio } from '../measure.ts';
import { askProcess } from './ask-process.ts';
import type { ColdFigures } from './cold-main.ts';
import { formatRounds, header } from './format.ts';
import type { Round } from './lane.ts';
import { LaneProcess } from './lane-process.ts';
import { type Figure, medianQuotient } from './ratios.ts';
import { IN_FLIGHT, type InFlight, type LaneEffort, takeTurns } from './run-lanes.ts';

export interface CheckoutEffort extends LaneEffort {
  /** So often everything begins anew: two processes of the same code differ by some percent. */
  readonly generations: number;
  readonly coldSamples: number;
}

const TOOLS = ['mortise', 'mortiseAsync'] as const;
type Tool = (typeof TOOLS)[number];
const SIDES = ['here', 'there'] as const;
type Side = (typeof SIDES)[number];
type SideLane = `${Side} ${Tool}`;
const LANES: readonly SideLane[] = TOOLS.flatMap((tool) =>
  SIDES.map((side) => `${side} ${tool}` as const),
);

/** Each a quotient of this checkout by the other one, so that below 1 is better. */
const FIGURES: readonly (readonly [name: string, tool: Tool, inFlight: InFlight, Figure])[] = [
  ['cpu1', 'mortise', 1, 'cpuPerCall'],
  ['cpu32', 'mortise', 32, 'cpuPerCall'],
  ['asyncCpu1', 'mortiseAsync', 1, 'cpuPerCall'],
  ['asyncCpu32', 'mortiseAsync', 32, 'cpuPerCall'],
  ['p50', 'mortise', 1, 'p50'],
];
/** What two runs of the same code differ by. */
const MOST = 1.03;
const MOST_COLD = 1.1;

/**
 * The calls of this checkout beside those of another one, which must have this bench, too: both in one
 * run, in turns, so that whatever the machine does meets both.
 */
export async function compareCheckouts(
  folder: string,
  effort: CheckoutEffort,
): Promise<BenchResult> {
  const roots = { here: new URL('../../../', import.meta.url), there: pathToFileURL(`${folder}/`) };
  const rounds = new Map(LANES.map((lane) => [lane, { 1: [] as Round[], 32: [] as Round[] }]));
  const colds: Record<Side, number[]> = { here: [], there: [] };
  for (let index = 0; index < effort.generations; index += 1) {
    const found = await runGeneration(roots, effort);
    for (const lane of LANES)
      for (const inFlight of IN_FLIGHT) rounds.get(lane)?.[inFlight].push(...found(lane)[inFlight]);
    for (const side of index % 2 === 0 ? SIDES : SIDES.toReversed())
      colds[side].push(await timeFirstCalls(roots[side], effort.coldSamples));
  }
  const of = (lane: SideLane, inFlight: InFlight) => rounds.get(lane)?.[inFlight] ?? [];
  const ratios = {
    ...Object.fromEntries(
      FIGURES.map(([name, tool, inFlight, figure]) => [
        name,
        medianQuotient(of(`here ${tool}`, inFlight), of(`there ${tool}`, inFlight), { figure }),
      ]),
    ),
    timePerCall32: perCall(of('here mortise', 32), of('there mortise', 32)),
    firstCall: ratio(
      median(colds.here.map((micros, at) => micros / (colds.there[at] ?? Number.NaN))),
      1,
    ),
  };
  const goals = Object.fromEntries(
    Object.keys(ratios).map((name) => [name, name === 'firstCall' ? MOST_COLD : MOST]),
  );
  return { rows: [...formatSides(of), ...formatFirst(colds)], ratios, goals };
}

async function runGeneration(
  roots: Readonly<Record<Side, URL>>,
  effort: CheckoutEffort,
): ReturnType<typeof takeTurns<SideLane>> {
  await using stack = new AsyncDisposableStack();
  const lanes: LaneProcess<SideLane>[] = [];
  for (const tool of TOOLS)
    for (const side of SIDES) {
      const main = new URL('test/bench/call/lane-main.ts', roots[side]);
      lanes.push(stack.use(await LaneProcess.open(`${side} ${tool}`, main, tool)));
    }
  return await takeTurns(lanes, effort);
}

async function timeFirstCalls(root: URL, samples: number): Promise<number> {
  const module = new URL('test/bench/call/cold-main.ts', root);
  return ((await askProcess(module, samples)) as ColdFigures).firstCall.p50;
}

function perCall(here: readonly Round[], there: readonly Round[]): number {
  return ratio(1, medianQuotient(here, there, { figure: 'perSecond' }));
}

function formatSides(
  of: (lane: SideLane, inFlight: InFlight) => readonly Round[],
): readonly string[] {
  return IN_FLIGHT.flatMap((inFlight) => [
    `${inFlight} in flight, median of ${of('here mortise', inFlight).length} rounds; CPU of every process`,
    header(),
    ...LANES.map((lane) => `  ${lane.padEnd(38)}${formatRounds(of(lane, inFlight))}`),
    '',
  ]);
}

function formatFirst(colds: Readonly<Record<Side, readonly number[]>>): readonly string[] {
  const shown = SIDES.map((side) => `${side} ${median(colds[side]).toFixed(0)} µs`);
  return [`first call, warm spare: ${shown.join(', ')}`];
}
