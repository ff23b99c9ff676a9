import { percentiles } from '../measure.ts';
import { ECHO_TEXT } from './echo-tool.ts';
import type { Lane, Round, RoundOrder } from './lane.ts';
import { cpuMicros } from './process-cpu.ts';

/** More say nothing new, and keeping their times would cost more than making them. */
const MAX_CALLS = 100_000;

/** Keeps `inFlight` calls going for a while: each caller makes its next call when it has its answer. */
export async function runRound(lane: Lane, { inFlight, ms }: RoundOrder): Promise<Round> {
  const pids = lane.childPids();
  const times: number[] = [];
  const cpuBefore = cpuMicros(pids);
  const startedAt = performance.now();
  const end = startedAt + ms;
  await Promise.all(Array.from({ length: inFlight }, () => callUntil(lane, end, times)));
  const elapsedMs = performance.now() - startedAt;
  const cpu = cpuMicros(pids) - cpuBefore;
  return {
    calls: times.length,
    ...percentiles(times),
    cpuPerCall: cpu / times.length,
    perSecond: (times.length / elapsedMs) * 1_000,
  };
}

async function callUntil(lane: Lane, end: number, times: number[]): Promise<void> {
  let now = performance.now();
  do {
    const answer = lane.call();
    const text = typeof answer === 'string' ? answer : await answer;
    if (text !== ECHO_TEXT) throw new Error(`wrong answer: ${text.slice(0, 100)}`);
    const answeredAt = performance.now();
    times.push((answeredAt - now) * 1_000);
    now = answeredAt;
  } while (now < end && times.length < MAX_CALLS);
}
