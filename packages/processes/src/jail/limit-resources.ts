import type { LayerState } from './jail-layers.ts';
import type { Kernel } from './kernel.ts';
import type { JailKind } from './launch-order.ts';

/** Resources by their numbers. */
const RESOURCES = { core: 4, fsize: 1, nofile: 7, memlock: 8, msgqueue: 12, nice: 13, rtprio: 14 };
type Limits = { readonly [Resource in keyof typeof RESOURCES]: number };

/** A core of at most one byte is not even given to a program. */
const NOTHING = { core: 1, fsize: 0, memlock: 0, msgqueue: 0, nice: 0, rtprio: 0 };
const LIMITS: { readonly [Kind in JailKind]: Limits } = {
  runner: { ...NOTHING, nofile: 256 },
  reader: { ...NOTHING, nofile: 1_024 },
  program: { ...NOTHING, nofile: 4_096, fsize: 4_000_000_000, memlock: 8_000_000 },
};

/** Hard limits: an ordinary process cannot raise them. */
export function limitResources(kernel: Kernel, kind: JailKind): LayerState {
  const refused = Object.entries(RESOURCES).filter(([name, resource]) => {
    const wanted = LIMITS[kind][name as keyof Limits];
    const limit = BigInt(Math.min(wanted, hardLimit(kernel, resource)));
    const value = Buffer.from(BigUint64Array.of(limit, limit).buffer);
    return kernel.call('prlimit64', 0, resource, value, 0) < 0;
  });
  return refused.length === 0 ? 'on' : `off: ${refused.map(([name]) => name).join(', ')}`;
}

/** What cannot be exceeded here already. */
function hardLimit(kernel: Kernel, resource: number): number {
  const known = Buffer.alloc(16);
  kernel.call('prlimit64', 0, resource, 0, known);
  return Number(known.readBigUInt64LE(8));
}
