import { fail, refuse, type ToolCall, type ToolOutcome, type Writable } from '@mortise/contracts';
import type { CallBatch, PipelineParts } from './pipeline-parts.ts';

/** Why the signal of a call was aborted: an operator stopped what it belongs to. */
export class CallStopped {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Leaves those that are followed. */
type Leave = () => void;

const nothingToLeave: Leave = () => undefined;

/** Has a call ended alone, whatever its batch does, when what it belongs to is stopped. */
export function followStops(
  call: Writable<ToolCall>,
  batch: CallBatch,
  { stops }: PipelineParts,
): Leave {
  if (stops?.follow === undefined) return nothingToLeave;
  // The only call of a batch ends with it; each of several needs a signal of its own.
  if (batch.abort !== undefined && batch.calls.length === 1) return stops.follow(call, batch.abort);
  const own = new AbortController();
  const outer = call.context.abortSignal;
  const giveUp = () => own.abort(outer.reason);
  if (outer.aborted) giveUp();
  else outer.addEventListener('abort', giveUp, { once: true });
  call.context = { ...call.context, abortSignal: own.signal };
  const leave = stops.follow(call, (reason) => own.abort(reason));
  return () => {
    outer.removeEventListener('abort', giveUp);
    leave();
  };
}

/** What a call that was cut off says of it, if an operator was who cut it off. */
export function stoppedOutcome(outcome: ToolOutcome, { context }: ToolCall): ToolOutcome {
  if (outcome.status === 'ok') return outcome;
  const reason: unknown = context.abortSignal.reason;
  if (!(reason instanceof CallStopped)) return outcome;
  if (outcome.status === 'refused' && outcome.code === 'aborted_before_start') {
    return refuse('stopped', reason.message, outcome.usage);
  }
  if (outcome.status === 'failed' && outcome.code === 'aborted') {
    const { effects, usage } = outcome;
    return fail('stopped_running', reason.message, {
      effects,
      ...(usage === undefined ? {} : { usage }),
    });
  }
  return outcome;
}
