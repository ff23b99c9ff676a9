import {
  DEFAULT_WORKER_SCOPE,
  fail,
  type RunCaller,
  type RunPorts,
  type RunProgress,
  type RunRequest,
  showHidden,
  type ToolCall,
  type ToolOutcome,
  type ToolRunner,
  type TraceCarrier,
  type Writable,
} from '@mortise/contracts';
import { printUnknown } from '../registry/print-unknown.ts';
import type { BatchPlace } from './batch-place.ts';
import { type Deadline, Deadlines } from './deadlines.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import { traceRun } from './trace-call.ts';

/** A runner owns its deadline; this much later it is taken for dead. */
const RUNNER_GRACE_MS = 2_000;
const deadlines = new Deadlines();

/** How one call is handed to its runner. */
export interface RunnerTurn {
  readonly runner: ToolRunner;
  readonly mode: RunRequest['mode'];
  readonly overrides?: RunRequest['overrides'];
  /** That the call has where it came in; left while it waits for who is behind it. */
  readonly place?: BatchPlace | undefined;
}

/** Hands a call to its runner, as plain data. One that throws, rejects or stays silent is answered for. */
export function runInRunner(
  call: ToolCall,
  turn: RunnerTurn,
  parts: PipelineParts,
): Promise<ToolOutcome> {
  const timeoutMs = timeFor(call, turn);
  return new Promise((resolve) => {
    let deadline: Deadline | undefined;
    let isWaiting = false;
    const { trace } = call;
    const steps = trace === undefined || turn.mode !== 'run' ? undefined : traceRun(trace);
    const end = (outcome: ToolOutcome) => {
      deadline?.end();
      if (isWaiting) turn.place?.giveUp();
      steps?.end(outcome);
      resolve(outcome);
    };
    const crashed = (error: unknown) => end(fail('sandbox_crashed', printUnknown(error)));
    const late = () => end(fail('timeout', `The runner gave no answer within ${timeoutMs} ms.`));
    const onStarted = () => {
      // What never starts is never late.
      deadline ??= deadlines.start(timeoutMs + RUNNER_GRACE_MS, late);
      steps?.cross();
      if (turn.mode === 'run') parts.hooks.callStarted.call(call);
    };
    // It has all of its time again: this is a net below the runner's own clock.
    const onWaiting = (waits: boolean) => {
      if (waits === isWaiting) return;
      isWaiting = waits;
      deadline?.end();
      if (waits) turn.place?.wait();
      else {
        deadline = deadlines.start(timeoutMs + RUNNER_GRACE_MS, late);
        // What has begun goes on without a place if there is none.
        void turn.place?.goOn();
      }
    };
    try {
      // One that lets no call wait starts it at once.
      if (turn.runner.limitsConcurrency !== true) onStarted();
      const request = describeRun(call, turn, { timeoutMs, trace: steps?.carrier });
      turn.runner.run(request, portsOf(call, parts, { onStarted, onWaiting })).then(end, crashed);
    } catch (error) {
      crashed(error);
    }
  });
}

/** What a tool asked for is about running it, not about checking its arguments. */
function timeFor({ entry, limits: { callMs } }: ToolCall, { mode }: RunnerTurn): number {
  return mode === 'run' ? Math.min(entry.timeoutMs ?? callMs, callMs) : callMs;
}

type RunEvents = Required<Pick<RunPorts, 'onStarted' | 'onWaiting'>>;

function portsOf(call: ToolCall, parts: PipelineParts, events: RunEvents): RunPorts {
  const { abortSignal: signal, client } = call.context;
  const onProgress = (progress: RunProgress) => tellProgress(call, progress, parts);
  const { onStarted, onWaiting } = events;
  if (client === undefined) return { signal, onProgress, onStarted, onWaiting };
  return { signal, onProgress, onStarted, onWaiting, client };
}

/** Secrets are taken out of progress, too, and nothing hides in it. */
function tellProgress(call: ToolCall, progress: RunProgress, { redactor }: PipelineParts): void {
  const message = showHidden(redactor?.()?.redact(progress.message) ?? progress.message);
  call.context.emit({ type: 'progress', toolName: call.toolName, ...progress, message });
}

interface RunTerms {
  readonly timeoutMs: number;
  readonly trace: TraceCarrier | undefined;
}

function describeRun(call: ToolCall, turn: RunnerTurn, { timeoutMs, trace }: RunTerms): RunRequest {
  const { callId, toolName, args, entry, context } = call;
  const { mode, overrides } = turn;
  const extensionId = entry.origin.kind === 'extension' ? entry.origin.id : '';
  const caller = callerOf(call);
  const request = { callId, extensionId, toolName, args, mode, timeoutMs, caller };
  const { attachments } = context;
  if (overrides === undefined && attachments === undefined && trace === undefined) return request;
  return {
    ...request,
    ...(overrides === undefined ? {} : { overrides }),
    ...(attachments === undefined ? {} : { attachments }),
    ...(trace === undefined ? {} : { trace }),
  };
}

function callerOf({ context }: ToolCall): RunCaller {
  const { userId, principal } = context;
  const caller: Writable<RunCaller> = {
    agentId: context.agentId ?? '',
    sessionKey: context.sessionKey,
    workerScope: context.workerScope ?? DEFAULT_WORKER_SCOPE,
    turnCount: context.currentTurn,
  };
  // Assigned, not spread: on the path of every call.
  if (userId !== undefined) caller.userId = userId;
  if (principal !== undefined) caller.principalId = principal.id;
  return caller;
}
