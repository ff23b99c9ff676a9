import type { AdmittedCall, Refusal } from '@mortise/contracts';
import type { LimitFunction } from 'p-limit';
import { refuse } from './refusal.ts';
import { isInsideCall } from './run-in-process.ts';

/**
 * Waits for a free place and runs. A call that is cancelled while it waits never starts.
 * A call made by a tool from inside its own call does not wait: its parent holds a place that it
 * will not give back before the child is done, and a limiter that waits for itself stops for good.
 */
export function runLimited<Outcome>(
  limit: LimitFunction,
  call: AdmittedCall,
  run: () => Promise<Outcome>,
): Promise<Outcome | Refusal> {
  const signal = call.context.abortSignal;
  if (signal.aborted) return Promise.resolve(cancelled());
  if (isInsideCall()) return run();
  if (limit.activeCount < limit.concurrency) return limit(run);
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(cancelled());
    signal.addEventListener('abort', onAbort, { once: true });
    const start = async () => {
      signal.removeEventListener('abort', onAbort);
      return signal.aborted ? cancelled() : run();
    };
    limit(start).then(resolve, reject);
  });
}

function cancelled(): Refusal {
  return refuse('aborted_before_start', 'The call was cancelled before it started.');
}
