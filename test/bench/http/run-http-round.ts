import { cpuOfTree } from '../call/process-cpu.ts';
import { percentiles } from '../measure.ts';
import type { HttpLane } from './http-lane.ts';
import { KeptConnection } from './kept-connection.ts';
import { ECHOED, type NextCall } from './mcp-requests.ts';

/** What one round showed. Times in µs; CPU is that of the server and all its children. */
export interface HttpRound {
  readonly p50: number;
  readonly p99: number;
  readonly cpu: number;
  readonly perSecond: number;
}

export interface HttpOrder {
  readonly inFlight: number;
  readonly ms: number;
  /** Goes on beyond its time until this many are done. */
  readonly minCalls?: number;
}

/** Keeps `inFlight` calls of one client going, each on a connection of its own. */
export async function runHttpRound(
  lane: HttpLane,
  nextCall: NextCall,
  { inFlight, ms, minCalls = 0 }: HttpOrder,
): Promise<HttpRound> {
  using stack = new DisposableStack();
  const connections: KeptConnection[] = [];
  for (let index = 0; index < inFlight; index += 1)
    connections.push(stack.use(await KeptConnection.open(lane.url)));
  const times: number[] = [];
  const cpuBefore = cpuOfTree(lane.pid);
  const startedAt = performance.now();
  const isOver = (now: number) => now >= startedAt + ms && times.length >= minCalls;
  const callUntil = async (connection: KeptConnection) => {
    let now = performance.now();
    do {
      const answer = await connection.ask(nextCall());
      if (!isEcho(answer)) throw new Error(`wrong answer: ${answer.subarray(0, 800)}`);
      const answeredAt = performance.now();
      times.push((answeredAt - now) * 1_000);
      now = answeredAt;
    } while (!isOver(now));
  };
  await Promise.all(connections.map(callUntil));
  const elapsedMs = performance.now() - startedAt;
  const cpu = cpuOfTree(lane.pid) - cpuBefore;
  return {
    ...percentiles(times),
    cpu: cpu / times.length,
    perSecond: (times.length / elapsedMs) * 1_000,
  };
}

function isEcho(answer: Buffer): boolean {
  return answer.toString('latin1', 0, 15).startsWith('HTTP/1.1 200') && answer.includes(ECHOED);
}
