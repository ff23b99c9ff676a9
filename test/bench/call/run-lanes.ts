import type { Round } from './lane.ts';
import { LaneProcess } from './lane-process.ts';
import { LANE_NAMES, LANES, type LaneName } from './lanes.ts';

export const IN_FLIGHT = [1, 32] as const;
export type InFlight = (typeof IN_FLIGHT)[number];

export interface LaneRounds {
  readonly 1: readonly Round[];
  readonly 32: readonly Round[];
}

/** Rounds by lane, in the order they ran: the n-th of each ran within seconds of the others. */
export type AllRounds<Name extends string = LaneName> = (lane: Name) => LaneRounds;

export interface LaneEffort {
  readonly rounds: number;
  readonly roundMs: number;
  readonly leadInMs: number;
  readonly warmUpCalls: number;
}

/** Lanes that nothing is divided by run in every so many rounds. */
const BACKDROP_EVERY = 3;

export async function runLanes(effort: LaneEffort): Promise<AllRounds> {
  await using stack = new AsyncDisposableStack();
  const lanes: LaneProcess<LaneName>[] = [];
  for (const name of LANE_NAMES) lanes.push(stack.use(await LaneProcess.open(name)));
  const takesPart = (name: LaneName, round: number) =>
    !('isBackdrop' in LANES[name]) || round % BACKDROP_EVERY === 0;
  return await takeTurns(lanes, effort, takesPart);
}

/**
 * Warms lanes up and runs their rounds in turns, there and back again: which lane another one comes
 * after makes a difference of some percent.
 */
export async function takeTurns<Name extends string>(
  lanes: readonly LaneProcess<Name>[],
  effort: LaneEffort,
  takesPart: (name: Name, round: number) => boolean = () => true,
): Promise<AllRounds<Name>> {
  for (const lane of lanes) await warmUp(lane, effort.warmUpCalls);
  const results = new Map(lanes.map(({ name }) => [name, { 1: [] as Round[], 32: [] as Round[] }]));
  for (let index = 0; index < effort.rounds; index += 1) {
    const inTurn = index % 2 === 0 ? lanes : lanes.toReversed();
    for (const inFlight of IN_FLIGHT) {
      for (const lane of inTurn) {
        if (!takesPart(lane.name, index)) continue;
        // Lanes rest while others run; what a lane pays for waking up is not what a call costs.
        await lane.round({ inFlight, ms: effort.leadInMs });
        results.get(lane.name)?.[inFlight].push(await lane.round({ inFlight, ms: effort.roundMs }));
      }
    }
  }
  return (name) => results.get(name) ?? { 1: [], 32: [] };
}

/** By calls, not by time: V8 optimises what has run often, and slow lanes must get there, too. */
async function warmUp(lane: LaneProcess, calls: number): Promise<void> {
  await lane.round({ inFlight: 32, ms: 0, minCalls: calls });
  await lane.round({ inFlight: 1, ms: 0, minCalls: calls / 8 });
}
