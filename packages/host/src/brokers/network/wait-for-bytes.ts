import type { Readable } from 'node:stream';

const EVENTS = ['readable', 'end', 'error', 'close'] as const;

/** Waits until there is something to read, or an end; false if that takes longer than it may. */
export function waitForBytes(body: Readable, withinMs?: number): Promise<boolean> {
  if (body.readableLength > 0 || body.readableEnded || body.destroyed) return Promise.resolve(true);
  if (withinMs !== undefined && withinMs <= 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    const finish = (isThere: boolean) => {
      clearTimeout(timer);
      for (const event of EVENTS) body.off(event, onEvent);
      resolve(isThere);
    };
    const onEvent = () => finish(true);
    const timer = withinMs === undefined ? undefined : setTimeout(() => finish(false), withinMs);
    for (const event of EVENTS) body.on(event, onEvent);
  });
}
