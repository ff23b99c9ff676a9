import {
  type Refusal,
  refuse,
  type ToolCall,
  type ToolOutcome,
  type Writable,
} from '@mortise/contracts';
import { askAdmissionHook } from './ask-admission-hook.ts';
import { dryRunOutcome } from './dry-run.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import { runInRunner } from './run-in-runner.ts';
import { copyArguments } from './validate-arguments.ts';

/**
 * Shows a call to who must see it before it runs: a dry run ends here, policies may refuse it. What
 * they see is frozen, and exactly that runs.
 */
export async function showArguments(
  call: Writable<ToolCall>,
  parts: PipelineParts,
): Promise<ToolOutcome | undefined> {
  const refusal = await validateInRunner(call, parts);
  if (refusal !== undefined) return refusal;
  Object.freeze(call);
  if (call.context.dryRun === true) return dryRunOutcome(call);
  return parts.hooks.admitCall.isUsed() ? askAdmissionHook(call, parts) : undefined;
}

/**
 * A runner's tool is checked by its runner: a guest's schema may hold a pattern that never ends, so
 * it is read under the guest's clock, in the crossing that runs the call. Only if a hook must see
 * the input first is it asked for beforehand.
 */
export async function validateInRunner(
  call: Writable<ToolCall>,
  parts: PipelineParts,
): Promise<Refusal | undefined> {
  const { implementation, context } = call;
  if (implementation.kind !== 'runner') return undefined;
  const refusal = copyArguments(call);
  if (refusal !== undefined) return refusal;
  const { runner } = implementation;
  const asked = runInRunner(call, { runner, mode: 'validate' }, parts);
  const outcome = await untilAborted(asked, context.abortSignal);
  if (outcome.status === 'ok') return undefined;
  return outcome.status === 'refused' ? outcome : refuse('extension_unavailable', outcome.message);
}

/** Nothing runs while arguments are checked, so that a caller who gives up need not wait for the runner. */
function untilAborted(outcome: Promise<ToolOutcome>, signal: AbortSignal): Promise<ToolOutcome> {
  return new Promise((resolve) => {
    const onAbort = () =>
      resolve(refuse('aborted_before_start', 'The call was cancelled before it started.'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    outcome.then((answer) => {
      signal.removeEventListener('abort', onAbort);
      resolve(answer);
    });
  });
}
