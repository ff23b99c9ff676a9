import { globSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** How many processes that have not ended have this among their arguments; numbers differ by namespace. */
export function countMarked(mark: string): number {
  return globSync('/proc/[0-9]*/cmdline').filter((path) => {
    try {
      // What has ended and waits for its parent has no arguments any more.
      return readFileSync(path, 'latin1').split('\0').includes(mark);
    } catch {
      return false;
    }
  }).length;
}

/** Waits until there are so many. */
export async function untilMarked(mark: string, isEnough: (count: number) => boolean) {
  while (!isEnough(countMarked(mark))) await delay(10);
}

let made = 0;

/** Seconds to sleep for: long, and like no other. */
export function makeMark(): string {
  made += 1;
  return `86399.${process.pid}${String(made).padStart(4, '0')}`;
}
