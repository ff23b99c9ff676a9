import {
  fail,
  type Refusal,
  refuse,
  type Tool,
  type ToolCall,
  type ToolOutcome,
} from '@mortise/contracts';
import type { CallDecision } from './decide-call.ts';
import type { CallBatch, PipelineParts } from './pipeline-parts.ts';
import { resolveCapabilities } from './resolve-capabilities.ts';
import { isInsideCall, runInProcess } from './run-in-process.ts';
import { runInRunner } from './run-in-runner.ts';
import { firstProblem } from './validate-arguments.ts';

/** The turn of a call: what it was asked with, and the approval that it must use up, if any. */
export interface CallTurn {
  readonly batch: CallBatch;
  readonly parts: PipelineParts;
  readonly decision?: CallDecision | undefined;
}

/**
 * Waits for a free place and runs the tool's code where it lives. A call that is cancelled while it
 * waits never starts. A call made by a tool from inside its own call does not wait: its parent holds
 * a place that it will not give back before the child is done, and a limiter that waits for itself
 * stops for good.
 */
export function runCall(call: ToolCall, turn: CallTurn): Promise<ToolOutcome> {
  const signal = call.context.abortSignal;
  if (signal.aborted) return Promise.resolve(cancelled());
  const run = () =>
    turn.decision?.approved === undefined ? runWhereItLives(call, turn) : runOnce(call, turn);
  if (limitsItself(call) || isInsideCall()) return run();
  const limit = turn.parts.places.placesFor(call);
  if (limit.activeCount < limit.concurrency) return limit(run);
  const queue = call.trace?.begin('queue');
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      queue?.end('aborted_before_start');
      resolve(cancelled());
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const start = async () => {
      signal.removeEventListener('abort', onAbort);
      if (!signal.aborted) queue?.end();
      return signal.aborted ? cancelled() : run();
    };
    limit(start).then(resolve, reject);
  });
}

/** Uses its approval up first: what comes after a kill in between does not run again. */
async function runOnce(call: ToolCall, turn: CallTurn): Promise<ToolOutcome> {
  return (await turn.decision?.approved?.claim()) ?? runWhereItLives(call, turn);
}

function runWhereItLives(call: ToolCall, { batch, parts }: CallTurn): Promise<ToolOutcome> {
  const { implementation } = call;
  if (implementation.kind === 'in-process') return runCoreTool(call, implementation.tool, parts);
  const { runner } = implementation;
  const overrides = batch.gate.overridesOf?.(call.entry);
  const run = { runner, mode: 'run', place: batch.place } as const;
  return runInRunner(call, overrides === undefined ? run : { ...run, overrides }, parts);
}

async function runCoreTool(call: ToolCall, tool: Tool, parts: PipelineParts): Promise<ToolOutcome> {
  parts.hooks.callStarted.call(call);
  const resolved = resolveCapabilities(call, parts.backends);
  if (resolved.status === 'refused') return resolved;
  const crossing = call.trace?.begin('crossing');
  const outcome = checkOutput(
    await runInProcess({ call, tool, handles: resolved.handles, parts }),
    call,
  );
  crossing?.end(outcome.status === 'ok' ? undefined : outcome.code);
  return outcome;
}

/** Holds a core tool's success to its output schema. A runner's schema is never read here: a guest or a server wrote it. */
function checkOutput(outcome: ToolOutcome, { entry }: ToolCall): ToolOutcome {
  if (outcome.status !== 'ok' || entry.outputSchema === undefined) return outcome;
  const { structured } = outcome;
  if (structured === undefined) {
    const message = `"${entry.name}" declares an output schema but gave no structured result.`;
    return fail('output_invalid', message);
  }
  const problem = firstProblem(entry.outputSchema, structured);
  if (problem === undefined) return outcome;
  return fail('output_invalid', `The structured result of "${entry.name}" is wrong: ${problem}.`);
}

function limitsItself({ implementation }: ToolCall): boolean {
  return implementation.kind === 'runner' && implementation.runner.limitsConcurrency === true;
}

function cancelled(): Refusal {
  return refuse('aborted_before_start', 'The call was cancelled before it started.');
}
