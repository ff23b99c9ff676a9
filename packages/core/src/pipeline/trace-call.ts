import type {
  CallStep,
  CallTelemetry,
  CallTrace,
  RequestedCall,
  ToolOutcome,
  TraceCarrier,
} from '@mortise/contracts';
import type { CallBatch, PipelineParts } from './pipeline-parts.ts';

/** Begins to follow a call; a name that is not registered is not passed on. */
export function beginTrace(
  { callId, name, args }: RequestedCall<'callId'>,
  { context }: CallBatch,
  { catalog }: PipelineParts,
  telemetry: CallTelemetry,
): CallTrace {
  const entry = catalog.find(name)?.entry;
  return telemetry.begin({ callId, args, context, ...(entry === undefined ? {} : { entry }) });
}

/** A call in its runner: it crosses, and waits for its turn inside of that. */
export interface RunSteps {
  readonly carrier: TraceCarrier | undefined;
  /** Its turn has come. */
  cross(): void;
  end(outcome: ToolOutcome): void;
}

export function traceRun(trace: CallTrace): RunSteps {
  const crossing = trace.begin('crossing');
  let queue: CallStep | undefined = crossing.begin('queue');
  const leaveQueue = (code?: string) => {
    queue?.end(code);
    queue = undefined;
  };
  return {
    carrier: crossing.carrier,
    cross: () => leaveQueue(),
    end: (outcome) => {
      const code = outcome.status === 'ok' ? undefined : outcome.code;
      leaveQueue(code);
      crossing.end(code);
    },
  };
}
