import {
  type JsonSchema,
  type JsonValue,
  LIMITS,
  type Refusal,
  type ResolvedCall,
  type RunReply,
  type ToolRunner,
  type ValidatedCall,
} from '@mortise/contracts';
import Schema from 'typebox/schema';
import { snapshotJson } from '../registry/json-snapshot.ts';
import { askToRun } from './ask-to-run.ts';
import { refuse } from './refusal.ts';
import { replyWithin } from './reply-within.ts';
import type { Resolution } from './resolve-call.ts';
import { describeRun } from './run-request.ts';

const ARGUMENT_LIMITS = {
  maxBytes: LIMITS.argumentBytes.standard,
  maxDepth: LIMITS.argumentDepth.standard,
};

/**
 * Copies the arguments and checks the copy against the schema, before the tool can see them.
 */
export function validateArguments({ call }: Resolution): ValidatedCall | Refusal {
  const copied = copyArguments(call);
  if (copied.status === 'refused') return copied;
  const problem = firstProblem(call.entry.schema, copied.args);
  if (problem === undefined) return Object.freeze({ ...call, args: copied.args });
  return refuse('input_invalid', `Invalid arguments for "${call.toolName}": ${problem}.`);
}

/**
 * A runner's tool is checked by its runner: a guest's schema may hold a pattern that never ends, so
 * it is read under the guest's clock, in the crossing that runs the call. Only if a hook or a dry run must see
 * the input first is it asked for beforehand, and then exactly what was seen is what runs.
 */
export async function validateInRunner(
  { call }: Resolution,
  runner: ToolRunner,
  timeoutMs: number,
): Promise<ValidatedCall | Refusal> {
  const copied = copyArguments(call);
  if (copied.status === 'refused') return copied;
  const validated = Object.freeze({ ...call, args: copied.args });
  const request = describeRun(validated, { mode: 'validate', timeoutMs });
  const ports = { signal: call.context.abortSignal, onProgress: () => undefined };
  const run = (onStarted: () => void) => askToRun(runner, request, { ...ports, onStarted });
  const reply = await untilAborted(
    replyWithin({ run, timeoutMs, read: (answer) => answer }),
    ports.signal,
  );
  if (reply.kind === 'returned') return validated;
  return refuse(reply.kind === 'refused' ? reply.code : 'extension_unavailable', reply.message);
}

/** For observers of its start: the copy they see is what runs; its schema is the runner's matter. */
export function copyForObservers({ call }: Resolution): ValidatedCall | Refusal {
  const copied = copyArguments(call);
  return copied.status === 'refused' ? copied : { ...call, args: copied.args };
}

/** Nothing runs while arguments are checked, so that a caller that gives up need not wait for the runner. */
function untilAborted(reply: Promise<RunReply>, signal: AbortSignal): Promise<RunReply> {
  return new Promise((resolve) => {
    const onAbort = () => resolve(ABORTED);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    reply.then((answer) => {
      signal.removeEventListener('abort', onAbort);
      resolve(answer);
    });
  });
}

const ABORTED: RunReply = {
  kind: 'refused',
  code: 'aborted_before_start',
  message: 'The call was cancelled before it started.',
};

type CopiedArguments = Refusal | { readonly status: 'copied'; readonly args: JsonValue };

function copyArguments(call: ResolvedCall): CopiedArguments {
  const copy = snapshotJson(call.args ?? {}, ARGUMENT_LIMITS);
  if (copy.status === 'ok') return { status: 'copied', args: copy.value };
  const message = `The arguments of "${call.toolName}" cannot be used: the value ${copy.reason}.`;
  return refuse('input_invalid', message);
}

/** The first place where a value breaks a schema, as `/path: what is wrong`. */
export function firstProblem(schema: JsonSchema, value: unknown): string | undefined {
  const [isValid, errors] = Schema.Errors(schema, value);
  if (isValid) return undefined;
  const [first] = errors;
  if (first === undefined) return 'it does not match the schema';
  // A `false` schema is how "no additional properties" fails; its own message says nothing to a model.
  const message = first.keyword === 'boolean' ? 'is not a property of this tool' : first.message;
  return `${first.instancePath || '/'}: ${message}`;
}
