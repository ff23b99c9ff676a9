/** A process that measures first calls of idle extensions beside bare isolates of the same snapshot. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHost, type Host } from '@mortise/host';
import ivm from 'isolated-vm';
import { ensureRuntime } from '../../../packages/sandbox/src/runtime/runtime-files.ts';
import { median, percentiles } from '../measure.ts';
import { ECHO_EXECUTE, ECHO_TEXT, echoExtension } from './echo-tool.ts';

/** All in µs. */
export interface ColdFigures {
  readonly firstCall: { readonly p50: number; readonly p99: number };
  readonly bareIsolate: { readonly p50: number; readonly p99: number };
  /** Median over the samples of first call / bare isolate made right after it. */
  readonly ratio: number;
}

/** A spare says that it is ready before the machine has become quiet again. */
const SETTLE_MS = 60;

async function measureCold(samples: number): Promise<ColdFigures> {
  await using host = await createHost({ config: { agents: { bench: {} } } });
  const snapshot = readSnapshot((await ensureRuntime()).snapshot);
  const firstCalls: number[] = [];
  const bareIsolates: number[] = [];
  // The first of each pays for code that the host or V8 has never run before.
  for (let index = -1; index < samples; index += 1) {
    const firstCall = await timeFirstCall(host, index);
    const bareIsolate = timeBareIsolate(snapshot);
    if (index < 0) continue;
    firstCalls.push(firstCall);
    bareIsolates.push(bareIsolate);
  }
  return {
    firstCall: percentiles(firstCalls),
    bareIsolate: percentiles(bareIsolates),
    ratio: median(firstCalls.map((time, index) => time / (bareIsolates[index] ?? Number.NaN))),
  };
}

async function timeFirstCall(host: Host, index: number): Promise<number> {
  const id = `cold-${index + 1}`;
  const state = await host.extensions.load({ id, source: echoExtension(ECHO_EXECUTE) });
  if (state.status === 'failed') throw new Error(state.failure?.message);
  const session = host.agent('bench').session(id);
  await session.beginRequest();
  while (!host.sandboxStatus().runners.some((runner) => runner.state === 'spare')) await sleep(5);
  await sleep(SETTLE_MS);
  const startedAt = performance.now();
  const [result] = await session.execute([{ id: '1', name: 'echo', args: { text: ECHO_TEXT } }]);
  const micros = (performance.now() - startedAt) * 1_000;
  if (result?.ok !== true) throw new Error(result?.message);
  await host.extensions.unload(id);
  return micros;
}

/** An isolate with its context, which is the least that code can run in. */
function timeBareIsolate(snapshot: ivm.ExternalCopy<ArrayBuffer>): number {
  const startedAt = performance.now();
  const isolate = new ivm.Isolate({ memoryLimit: 64, snapshot });
  isolate.createContextSync();
  const micros = (performance.now() - startedAt) * 1_000;
  isolate.dispose();
  return micros;
}

function readSnapshot(path: string): ivm.ExternalCopy<ArrayBuffer> {
  return new ivm.ExternalCopy(new Uint8Array(readFileSync(path)).buffer);
}

process.send?.(await measureCold(Number(process.argv[2])));
