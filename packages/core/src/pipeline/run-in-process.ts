import { AsyncLocalStorage } from 'node:async_hooks';
import {
  boundMessage,
  fail,
  showHidden,
  type Tool,
  type ToolCall,
  type ToolContext,
  type ToolOutcome,
  type ToolProgress,
} from '@mortise/contracts';
import { printUnknown } from '../registry/print-unknown.ts';
import { interpretResult } from './interpret-result.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import type { BackendHandles } from './resolve-capabilities.ts';

interface InProcessRun {
  readonly call: ToolCall;
  readonly tool: Tool;
  readonly handles: BackendHandles;
  readonly parts: PipelineParts;
}

// Tells a call that a tool makes from inside its own execution: see `runCall`.
const insideCall = new AsyncLocalStorage<true>();

export function isInsideCall(): boolean {
  return insideCall.getStore() === true;
}

/**
 * Runs a core tool until it settles, its time is up or the caller gives up, whichever is first.
 * What settles later is dropped: the outcome of a call never changes.
 */
export function runInProcess(run: InProcessRun): Promise<ToolOutcome> {
  const { call, tool } = run;
  const { callMs } = call.limits;
  const timeoutMs = Math.min(call.entry.timeoutMs ?? callMs, callMs);
  const outer = call.context.abortSignal;
  const controller = new AbortController();
  return new Promise((resolve) => {
    let isOver = false;
    const finish = (read: () => ToolOutcome) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      outer.removeEventListener('abort', onAbort);
      resolve(read());
    };
    const stop = (outcome: ToolOutcome) => {
      finish(() => outcome);
      controller.abort();
    };
    const onAbort = () => stop(fail('aborted', 'The call was cancelled while it ran.'));
    const onLate = () => stop(fail('timeout', `The call did not end within ${timeoutMs} ms.`));
    const timer = setTimeout(onLate, timeoutMs);
    outer.addEventListener('abort', onAbort, { once: true });
    const context = contextFor(run, controller.signal, () => isOver);
    const { trace } = call;
    const begin = () => execute(tool, call, context);
    insideCall
      .run(true, () => (trace === undefined ? begin() : trace.run(begin)))
      .then(
        (value) => finish(() => interpretResult(value, call.limits)),
        (error: unknown) =>
          finish(() => fail('execution_failed', boundMessage(printUnknown(error), call.limits))),
      );
  });
}

async function execute(tool: Tool, call: ToolCall, context: ToolContext): Promise<unknown> {
  // The tool gets a copy of its own: what the policies saw stays as it was.
  return tool.execute(structuredClone(call.args), context);
}

/** Made anew for each call, so that no two calls can see each other through it. */
function contextFor(
  { call, handles, parts }: InProcessRun,
  abortSignal: AbortSignal,
  isOver: () => boolean,
): ToolContext {
  const { context } = call;
  const emit = (event: ToolProgress) => {
    if (isOver()) return;
    const message = printUnknown(event.message);
    const shown = showHidden(parts.redactor?.()?.redact(message) ?? message);
    context.emit({ ...event, message: shown });
  };
  return Object.freeze({
    ...context,
    callId: call.callId,
    abortSignal,
    emit,
    resultBudgetChars: call.resultBudgetChars,
    capabilities: handles,
  });
}
