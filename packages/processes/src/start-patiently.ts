import { setTimeout as pause } from 'node:timers/promises';
import { Child, type ChildOrder } from './child.ts';
import type { NotStarted } from './not-started.ts';
import { StartBackoff } from './start-backoff.ts';

const TRIES = 5;

/** Starts a child, trying again for a short while if only descriptors, memory or processes lack. */
export async function startPatiently(
  order: ChildOrder,
  signal?: AbortSignal,
): Promise<Child | NotStarted> {
  const backoff = new StartBackoff();
  for (let tries = 1; ; tries += 1) {
    const child = Child.start(order);
    const fault = await child.started;
    if (fault === undefined) return child;
    if (!fault.isTemporary || tries === TRIES || signal?.aborted === true) return fault;
    await pause(backoff.fail());
  }
}
