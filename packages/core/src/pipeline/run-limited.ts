import type { AdmittedCall, Refusal } from '@mortise/contracts';
import type { RegisteredTool } from '../registry/tool-catalog.ts';
import type { CallPlaces } from './call-places.ts';
import { refuse } from './refusal.ts';
import { isInsideCall } from './run-in-process.ts';

/**
 * Waits for a free place and runs. A call that is cancelled while it waits never starts.
 * A call made by a tool from inside its own call does not wait: its parent holds a place that it
 * will not give back before the child is done, and a limiter that waits for itself stops for good.
 */
export function runLimited<Outcome>(
  places: CallPlaces,
  { call, tool }: { readonly call: AdmittedCall; readonly tool: RegisteredTool },
  run: () => Promise<Outcome>,
): Promise<Outcome | Refusal> {
  const signal = call.context.abortSignal;
  if (signal.aborted) return Promise.resolve(cancelled());
  if (limitsItself(tool) || isInsideCall()) return run();
  const limit = places.placesFor(call.entry);
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

function limitsItself({ implementation }: RegisteredTool): boolean {
  return implementation.kind === 'runner' && implementation.runner.limitsConcurrency === true;
}

function cancelled(): Refusal {
  return refuse('aborted_before_start', 'The call was cancelled before it started.');
}
