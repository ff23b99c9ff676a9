/** A process that measures what installed extensions cost their host while they are not called. */
import { setImmediate } from 'node:timers/promises';
import { createHost, type Host } from '@mortise/host';
import { ECHO_EXECUTE, echoExtension } from './echo-tool.ts';

const PASSES = 8;

export interface IdleFigures {
  /** Heap and external memory of the host, per extension. */
  readonly kilobytes: number;
}

/** Of the second half: what the first makes the host build, or lets it give back, belongs to none of them. */
async function measureIdle(extensions: number): Promise<IdleFigures> {
  const half = Math.ceil(extensions / 2);
  await using host = await createHost({ config: { agents: { bench: {} } } });
  await install(host, 'first', half);
  const before = await memoryOf(host);
  await install(host, 'idle', half);
  return { kilobytes: ((await memoryOf(host)) - before) / half / 1_000 };
}

async function install(host: Host, prefix: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const name = `${prefix}_${index}`;
    const source = echoExtension(ECHO_EXECUTE, name);
    const state = await host.extensions.load({ id: `ext-${prefix}-${index}`, source });
    if (state.status === 'failed') throw new Error(state.failure?.message);
  }
}

/** With the surface of an agent compiled and listed: an extension that is in no list costs less. */
async function memoryOf(host: Host): Promise<number> {
  const listed = await host.agent('bench').session('idle').definitions();
  if (listed.length === 0) throw new Error('nothing is listed');
  if (globalThis.gc === undefined) throw new Error('needs --expose-gc');
  // Streams and finalizers let go of memory in turns of their own, after a collection.
  for (let pass = 0; pass < PASSES; pass += 1) {
    globalThis.gc();
    await setImmediate();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

process.send?.(await measureIdle(Number(process.argv[2])));
