/** A process that measures what installed extensions cost their host while they are not called. */
import { createHost, type Host } from '@mortise/host';
import { ECHO_EXECUTE, echoExtension } from './echo-tool.ts';

export interface IdleFigures {
  /** Heap and external memory of the host, per extension. */
  readonly kilobytes: number;
}

async function measureIdle(extensions: number): Promise<IdleFigures> {
  await using host = await createHost({ config: { agents: { bench: {} } } });
  await install(host, 'first', 1);
  const before = await memoryOf(host);
  await install(host, 'idle', extensions);
  return { kilobytes: ((await memoryOf(host)) - before) / extensions / 1_000 };
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
  for (let pass = 0; pass < 4; pass += 1) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

process.send?.(await measureIdle(Number(process.argv[2])));
