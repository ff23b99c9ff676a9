import { percentiles } from '../measure.ts';
import { ECHO_TEXT } from './echo-tool.ts';
import type { Lane, Round, RoundOrder } from './lane.ts';
import { startCpuMeter } from './process-cpu.ts';

/** More say nothing new, and keeping their times would cost more than making them. */
const MAX_CALLS = 100_000;

/** Keeps `inFlight` calls going for a while: each caller makes its next call when it has its answer. */
export async function runRound(lane: Lane, order: RoundOrder): Promise<Round> {
  const { inFlight, ms, minCalls = 0 } = order;
  const times: number[] = [];
  const readCpu = startCpuMeter(lane.childPids(), { countsOwn: lane.isClient !== true });
  const startedAt = performance.now();
  const isOver = (now: number) =>
    times.length >= MAX_CALLS || (now >= startedAt + ms && times.length >= minCalls);
  const callers = Array.from({ length: inFlight }, () => callUntil(lane, isOver, times));
  await Promise.all(callers);
  const elapsedMs = performance.now() - startedAt;
  const cpu = readCpu();
  return {
    calls: times.length,
    ...percentiles(times),
    cpuPerCall: cpu / times.length,
    perSecond: (times.length / elapsedMs) * 1_000,
  };
}

async function callUntil(
  lane: Lane,
  isOver: (now: number) => boolean,
  times: number[],
): Promise<void> {
  let now = performance.now();
  do {
    const answer = lane.call();
    const text = typeof answer === 'string' ? answer : await answer;
    if (text !== ECHO_TEXT) throw new Error(`wrong answer: ${text.slice(0, 100)}`);
    const answeredAt = performance.now();
    times.push((answeredAt - now) * 1_000);
    now = answeredAt;
  } while (!isOver(now));
}
