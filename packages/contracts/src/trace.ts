import type { ToolCall } from './call.ts';
import type { CallReport } from './call-report.ts';
import type { TraceCarrier } from './trace-carrier.ts';

/** The steps of a call that are worth a time of their own. */
export type CallStepName = 'decision' | 'queue' | 'crossing' | 'reducer';

/** One step that has begun. */
export interface CallStep {
  /** For what runs inside of it elsewhere; `undefined` if nothing of it leaves this process. */
  readonly carrier: TraceCarrier | undefined;
  /** A step inside of it. */
  begin(step: CallStepName): CallStep;
  /** Ends it, once; with the code of a refusal or failure if it ended so. */
  end(code?: string): void;
}

/** One call on its way through the pipeline, as an observer of times sees it. Nothing of it throws. */
export interface CallTrace {
  begin(step: CallStepName): CallStep;
  /** Runs code of the embedder so that what it traces itself lies inside of the call. */
  run<Result>(work: () => Result): Result;
  end(report: CallReport): void;
}

/** What a call is traced as before anything is decided about it. */
export type TracedCall = Pick<ToolCall, 'callId' | 'args' | 'context'> & {
  /** Absent for a name that is not registered: a model may invent any number of them. */
  readonly entry?: ToolCall['entry'];
};

/** Follows calls; a pipeline without one, or while there is none to tell, pays nothing. */
export interface CallTelemetry {
  begin(call: TracedCall): CallTrace;
}
