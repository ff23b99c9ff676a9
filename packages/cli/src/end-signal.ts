import { constants } from 'node:os';

const NAMES = ['SIGINT', 'SIGTERM'] as const;

/**
 * Aborts at the first signal to end, so that a command can leave in order. The second one, of
 * whichever kind, ends the process at once, with the exit code that shells give to it.
 */
export function endSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of NAMES) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(128 + constants.signals[name]);
      controller.abort();
    });
  }
  return controller.signal;
}
