import { Buffer } from './buffer.ts';

/** Plain numbers; a guest learns nothing of its heap. */
export function getHeapStatistics(): { readonly [name: string]: number } {
  return {
    ...{ total_heap_size: 0, used_heap_size: 0, heap_size_limit: 64_000_000 },
    ...{ total_available_size: 64_000_000, total_physical_size: 0, malloced_memory: 0 },
  };
}

export function getHeapSpaceStatistics(): readonly object[] {
  return [];
}

export function setFlagsFromString(): void {}

export function cachedDataVersionTag(): number {
  return 0;
}

/** What JSON can carry; Node's own form is not read by anything else. */
export function serialize(value: unknown): InstanceType<typeof Buffer> {
  return Buffer.from(JSON.stringify({ value }));
}

export function deserialize(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString('utf8')).value;
}
