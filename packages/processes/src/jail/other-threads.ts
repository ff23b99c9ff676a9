import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

const THREADS = '/proc/self/task';
const OWN_THREAD = '/proc/thread-self';
/** They have little to do: longer only if the machine has no time for them. */
const MOST_MS = 2_000;
const PAUSE_MS = 1;
/** It is never written to: waiting on it is sleeping. */
const pace = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Returns once all other threads of this process rest, or after a while. In Node they do so only where they
 * wait for work, without any lock, and what wakes them up comes from the thread that calls this.
 */
export function waitForOthers(mostMs: number = MOST_MS): void {
  const end = performance.now() + mostMs;
  for (let before = whileAsleep(); performance.now() < end; ) {
    Atomics.wait(pace, 0, 0, PAUSE_MS);
    const now = whileAsleep();
    // One that sleeps for a moment, for a lock of another one say, has run in between.
    if (now !== undefined && now === before) return;
    before = now;
  }
}

/** What all of them have run so far; undefined if one does not sleep. */
function whileAsleep(): string | undefined {
  // As it is listed there: `process.pid` is another number if /proc is of another namespace of processes.
  const own = basename(readlinkSync(OWN_THREAD));
  let times = '';
  for (const thread of readdirSync(THREADS)) {
    if (thread === own) continue;
    const stat = read(`${THREADS}/${thread}/stat`);
    // The name before it may have anything in it. One that has ended has no state.
    const state = stat.charAt(stat.lastIndexOf(')') + 2);
    if (state !== 'S' && state !== '') return undefined;
    times += `${thread} ${read(`${THREADS}/${thread}/schedstat`)}`;
  }
  return times;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
