import type { Kernel } from './kernel.ts';

const POLLIN = 1;
const POLLOUT = 4;
const POLLERR = 8;
const POLLHUP = 16;
const ENTRY_BYTES = 8;
const NO_TIME = new Uint8Array(16);

/** What happened at each descriptor, in their order. */
export interface PollAnswer {
  readonly isReady: boolean;
  /** The other side is gone. */
  readonly isClosed: boolean;
}

/** Waits until there is something to be read at one of them. Signals do not end it. */
export function waitForAny(kernel: Kernel, descriptors: readonly number[]): readonly PollAnswer[] {
  for (;;) {
    const entries = describe(descriptors, POLLIN);
    // Interrupted by a signal, or for want of memory: again.
    if (kernel.call('ppoll', entries, descriptors.length, 0, 0, 0) < 0) continue;
    return descriptors.map((_, at) => {
      const events = entries.readUInt16LE(at * ENTRY_BYTES + 6);
      return { isReady: (events & POLLIN) !== 0, isClosed: (events & (POLLHUP | POLLERR)) !== 0 };
    });
  }
}

/** Whether what is written into a pipe could still be read. */
export function hasReader(kernel: Kernel, pipe: number): boolean {
  const entries = describe([pipe], POLLOUT);
  kernel.call('ppoll', entries, 1, NO_TIME, 0, 0);
  return (entries.readUInt16LE(6) & POLLERR) === 0;
}

/** struct pollfd: descriptor, what to look for, what there was. */
function describe(descriptors: readonly number[], events: number): Buffer {
  const entries = Buffer.alloc(descriptors.length * ENTRY_BYTES);
  for (const [at, descriptor] of descriptors.entries()) {
    entries.writeInt32LE(descriptor, at * ENTRY_BYTES);
    entries.writeUInt16LE(events, at * ENTRY_BYTES + 4);
  }
  return entries;
}
