import { AsyncLocalStorage } from 'node:async_hooks';
import type { AdmittedCall, Tool, ToolContext, ToolProgress } from '@mortise/contracts';
import type { CapabilityHandles } from './resolve-capabilities.ts';

/** How the code of a core tool ended, as the host saw it. */
export type RawOutcome =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'timeout'; readonly ms: number }
  | { readonly kind: 'aborted' };

interface InProcessRun {
  readonly call: AdmittedCall;
  readonly tool: Tool;
  readonly handles: CapabilityHandles;
  readonly timeoutMs: number;
}

// Tells a call that a tool makes from inside its own execution: see `runLimited`.
const insideCall = new AsyncLocalStorage<true>();

export function isInsideCall(): boolean {
  return insideCall.getStore() === true;
}

/**
 * Runs a core tool until it settles, its time is up or the caller gives up, whichever is first.
 * What settles later is dropped: the outcome of a call never changes.
 */
export function runInProcess(run: InProcessRun): Promise<RawOutcome> {
  const { call, tool, timeoutMs } = run;
  const outer = call.context.abortSignal;
  const controller = new AbortController();
  return new Promise((resolve) => {
    let isOver = false;
    const finish = (outcome: RawOutcome) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      outer.removeEventListener('abort', onAbort);
      if (outcome.kind === 'timeout' || outcome.kind === 'aborted') controller.abort();
      resolve(outcome);
    };
    const onAbort = () => finish({ kind: 'aborted' });
    const timer = setTimeout(() => finish({ kind: 'timeout', ms: timeoutMs }), timeoutMs);
    outer.addEventListener('abort', onAbort, { once: true });
    const context = contextFor(run, controller.signal, () => isOver);
    insideCall
      .run(true, () => execute(tool, call, context))
      .then(
        (value) => finish({ kind: 'returned', value }),
        (error: unknown) => finish({ kind: 'threw', error }),
      );
  });
}

async function execute(tool: Tool, call: AdmittedCall, context: ToolContext): Promise<unknown> {
  // The tool gets a copy of its own: what the policies saw stays as it was.
  return tool.execute(structuredClone(call.args), context);
}

/** Made anew for each call, so that no two calls can see each other through it. */
function contextFor(
  { call, handles }: InProcessRun,
  abortSignal: AbortSignal,
  isOver: () => boolean,
): ToolContext {
  const { context } = call;
  const emit = (event: ToolProgress) => {
    if (!isOver()) context.emit(event);
  };
  return Object.freeze({
    ...context,
    abortSignal,
    emit,
    resultBudgetChars: call.resultBudgetChars,
    capabilities: handles,
  });
}
