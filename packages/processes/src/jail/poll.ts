import type { Kernel } from './kernel.ts';

const POLLIN = 1;
const POLLOUT = 4;
const POLLERR = 8;
const POLLHUP = 16;
const ENTRY_BYTES = 8;
const NO_TIME = new Uint8Array(16);
const EINTR = 4;
/** In a row, other than interruptions. */
const MOST_FAULTS = 100;

/** What happened at each descriptor, in their order. */
export interface PollAnswer {
  readonly isReady: boolean;
  /** The other side is gone. */
  readonly isClosed: boolean;
}

/**
 * Waits until there is something to be read at one of them. Signals do not end it; a kernel that does not
 * wait does, and so does a want of memory that lasts.
 */
export function waitForAny(kernel: Kernel, descriptors: readonly number[]): readonly PollAnswer[] {
  const entries = describe(descriptors, POLLIN);
  let answer = -EINTR;
  for (let faults = 0; answer < 0; ) {
    answer = kernel.call('ppoll', entries, descriptors.length, 0, 0, 0);
    if (answer < 0 && answer !== -EINTR) faults += 1;
    if (faults > MOST_FAULTS)
      throw new Error(`the kernel does not wait for descriptors (${answer})`);
  }
  return descriptors.map((_, at) => {
    const events = entries.readUInt16LE(at * ENTRY_BYTES + 6);
    return { isReady: (events & POLLIN) !== 0, isClosed: (events & (POLLHUP | POLLERR)) !== 0 };
  });
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
