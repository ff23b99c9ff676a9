import {
  type Failure,
  fail,
  type Refusal,
  refuse,
  type ToolCall,
  type ToolOutcome,
  type Writable,
} from '@mortise/contracts';
import type { PipelineParts } from './pipeline-parts.ts';

/** Why the signal of a call was aborted: an operator stopped what it belongs to. */
export class CallStopped {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Has one call of several ended alone when what it belongs to is stopped; the answer ends that. */
export function followStops(
  call: Writable<ToolCall>,
  { stops }: PipelineParts,
): (() => void) | undefined {
  if (stops?.follow === undefined) return undefined;
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
export function stoppedOutcome(outcome: Refusal | Failure, { context }: ToolCall): ToolOutcome {
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
