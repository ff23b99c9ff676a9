import './text-globals.ts';
import type { GuestWords, Prelude } from '../wire/guest-entries.ts';
import { WARM_UP_LIMITS } from '../wire/isolate-limits.ts';
import type { GuestBoot } from '../wire/isolate-spec.ts';
import { ENTRY_MARKS } from '../wire/shared-words.ts';
import { useComputeNow } from './ambient.ts';
import { CallContext } from './call-context.ts';
import { createCleanCheck } from './clean-check.ts';
import { dropComputations, settleComputation } from './computations.ts';
import { checkConfig } from './config-check.ts';
import { describeError, describeThrown, stackOf } from './describe-error.ts';
import {
  enterCall,
  findCall,
  GuestCall,
  isNewest,
  limitAsking,
  placeQuestions,
  refusedId,
  useAskNow,
} from './guest-call.ts';
import { createGuestLog, placeLogs } from './guest-log.ts';
import {
  beginEntry,
  beginLog,
  hasLines,
  keepsAll,
  limitLog,
  retakeLines,
  sayFaulted,
  sayLog,
  sayRegistered,
  sayReturned,
  sayText,
  sayUnchecked,
  sayUnregistered,
  takeLineList,
  takeLines,
} from './guest-output.ts';
import { GuestTools, parseFrozen, type ToolCode } from './guest-tools.ts';
import { apply, freeze, jsonParse } from './intrinsics.ts';
import { shareAnswers } from './kept-answers.ts';
import { readArguments } from './read-call.ts';
import { reduceResult } from './reduce-result.ts';
import { hasCleanRealm, useCleanRealm } from './schema-check.ts';
import { dropTimers, fireTimer } from './timers.ts';
import { finishGlobals, installGlobals } from './web-globals.ts';
import { jsonOf, NOT_REDUCED, rawTextOf, tooLarge, writeResult } from './write-result.ts';

/** In which a tool that has nothing to wait for answers: 1 if it is asynchronous, 3 more if it returns a promise. */
const ANSWER_TURNS = 4;

const tools = new GuestTools();
/** Counts entries for several calls. */
let batch = 0;
const Words = Float64Array;
/** Shared with the runner and its watch thread. */
let marks: Float64Array = new Words(0);
let boot: GuestBoot = {
  ...{ id: '', config: 'null', seed: '', placesLogs: false },
  limits: WARM_UP_LIMITS,
};

/** First entry into a fresh isolate, before any code of the extension. */
function start(
  ...[bootJson, shared, answers, askNow, computeNow]: Parameters<Prelude['start']>
): void {
  marks = new Words(shared);
  useAskNow(askNow);
  useComputeNow(computeNow);
  shareAnswers(answers);
  boot = jsonParse(bootJson);
  limitLog(boot.limits.logLinesPerCall + 1, 2_000);
  placeLogs(boot.placesLogs);
  placeQuestions(boot.placesLogs);
  limitAsking(boot.limits.hostCallsPerCall);
  finishGlobals(boot.seed);
}

/** Runs the registration. The outcome is a frame in the output, now or after some microtasks. */
function register(extension: { readonly default?: unknown }): string {
  const config = parseFrozen(boot.config);
  const log = createGuestLog(0);
  const context = freeze({ id: boot.id, config, log });
  const api = freeze({
    id: boot.id,
    config,
    log,
    registerTool: (tool: unknown, options?: unknown) => tools.registerTool(tool, options, context),
    registerPrompt: (prompt: unknown, options?: unknown) => tools.registerPrompt(prompt, options),
    registerResource: (resource: unknown, options?: unknown) =>
      tools.registerResource(resource, options),
    registerReducer: (reducer: unknown) => tools.registerReducer(reducer),
  });
  runRegistration(extension.default, api);
  return takeLines();
}

async function runRegistration(exported: unknown, api: object): Promise<void> {
  try {
    const definition = exported as { readonly register?: unknown } | null | undefined;
    const run = typeof exported === 'function' ? exported : definition?.register;
    if (typeof run !== 'function') {
      throw new TypeError(
        'the default export is neither a function (api) nor an object with register(api)',
      );
    }
    const returned = apply(run, typeof exported === 'function' ? undefined : exported, [api]);
    if (isThenable(returned)) await returned;
    sayRegistered(tools.close());
  } catch (error) {
    tools.revoke();
    sayUnregistered(describeThrown(error, boot.limits.errorChars));
  }
}

/** One call: its line and its long texts. Answers the lines to send. */
function call(...pieces: readonly string[]): string {
  const active = new GuestCall(pieces[0] as string);
  beginEntry(active.seq);
  startCall(active, pieces, 0);
  return takeLines();
}

/** Several calls in one entry. */
function calls(...pieces: readonly string[]): GuestWords {
  beginEntry();
  batch += 1;
  startCalls(pieces, batch);
  return takeLineList();
}

/**
 * Each begins once the one before it has answered and its answer is kept: of those that have begun
 * only the last can be at fault for the entry, and no other is lost with it. A tool that waits for
 * more than a few microtasks is not waited for; the runner begins the calls behind it by themselves.
 */
async function startCalls(pieces: readonly string[], own: number): Promise<void> {
  for (let index = 0; index < pieces.length; ) {
    if (own !== batch || !keepsAll() || marks[ENTRY_MARKS.stopBeginning] !== 0) return;
    const active = new GuestCall(pieces[index] as string);
    startCall(active, pieces, index);
    for (let turn = 0; turn < ANSWER_TURNS && isNewest(active.seq); turn += 1) await undefined;
    marks[ENTRY_MARKS.hasWords] = hasLines() ? 1 : 0;
    if (isNewest(active.seq)) return;
    index += 1 + active.textCount;
  }
}

/** Checks the arguments, runs the tool and writes its result. */
function startCall(active: GuestCall, pieces: readonly string[], index: number): void {
  marks[ENTRY_MARKS.begunCall] = active.seq;
  marks[ENTRY_MARKS.currentCall] = active.seq;
  beginLog();
  const tool = tools.find(active.toolName);
  if (tool === undefined) sayFaulted(active.seq, 'unknown_tool', active.toolName);
  else {
    active.begin();
    try {
      const args = readArguments(active, pieces, index + 1);
      const fits = tool.input.fitsPlainly(args);
      if (!hasCleanRealm() && (!fits || tool.output !== undefined)) postpone(active);
      else {
        const problem = fits ? undefined : tool.input.problem(active, pieces, index + 1);
        if (problem !== undefined) fault(active, 'input_invalid', problem);
        else if (active.mode === 'validate') finishValidation(active);
        else run(tool, active, args);
      }
    } catch (error) {
      failCall(active, error);
    }
  }
  active.dropTexts();
  marks[ENTRY_MARKS.currentCall] = 0;
}

/** Nothing of it has run: the runner hands it in again, with a clean realm. */
function postpone(active: GuestCall): void {
  if (active.end()) sayUnchecked(active.seq);
}

function run(tool: ToolCode, active: GuestCall, args: unknown): void {
  const returned = apply(tool.execute, tool.self, [active.callId, args, new CallContext(active)]);
  if (isThenable(returned)) finishLater(tool, active, { args, returned });
  else finish(tool, active, { args, returned });
}

async function finishLater(tool: ToolCode, active: GuestCall, parts: FinishParts): Promise<void> {
  try {
    const returned = await parts.returned;
    finish(tool, active, { args: parts.args, returned });
  } catch (error) {
    failCall(active, error);
  }
}

interface FinishParts {
  readonly args: unknown;
  readonly returned: unknown;
}

function finish(tool: ToolCode, active: GuestCall, parts: FinishParts): void {
  const written = writeResult(parts.returned, boot.limits);
  if (!written.ok) {
    fault(active, written.fault, written.text);
    return;
  }
  if (tool.output !== undefined && !written.isError) {
    const problem =
      written.structured === undefined
        ? '/: structured is missing'
        : tool.output.problemOfText(written.structured);
    if (problem !== undefined) {
      fault(active, 'output_invalid', problem);
      return;
    }
  }
  const context = { args: parts.args, turnCount: active.facts.turnCount };
  const result = reduceResult(tool, written, context);
  const text = rawTextOf(result);
  if (text !== undefined) {
    if (active.end()) sayText(active.seq, result.reduction, text);
    return;
  }
  const json = jsonOf(result, boot.limits);
  if (json !== undefined) {
    if (active.end()) sayReturned(active.seq, json);
    return;
  }
  const { fault: kind, text: reason } = tooLarge(boot.limits);
  fault(active, kind, reason);
}

/** Says no more than that the arguments fit: the host that asked has them. */
function finishValidation(active: GuestCall): void {
  if (active.end()) sayText(active.seq, NOT_REDUCED, '');
}

function failCall(active: GuestCall, error: unknown): void {
  const id = refusedId(error);
  const text = describeThrown(error, boot.limits.errorChars);
  if (id === undefined) fault(active, 'threw', text);
  else fault(active, 'refused_host_call', `${id} ${text}`);
}

function fault(active: GuestCall, kind: Parameters<typeof sayFaulted>[1], text: string): void {
  if (active.end()) sayFaulted(active.seq, kind, text);
}

/** The host cancels: the tool sees its signal abort, and whatever it does then, the call is over. */
function cancel(seq: number): GuestWords {
  beginEntry();
  const active = findCall(seq);
  enterCall(active);
  if (active === undefined) return takeLineList();
  active.end();
  try {
    active.abort();
  } catch (error) {
    sayLog(seq, 'error', `an abort listener threw: ${describeError(error, 200)}`, stackOf(error));
  }
  return takeLineList();
}

function answer(seq: number, id: number, isOk: boolean, text: string): GuestWords {
  beginEntry(seq);
  const value = jsonParse(text);
  const call = findCall(seq);
  enterCall(call);
  call?.settle(id, isOk ? { value } : { fault: value });
  return takeLineList();
}

function computed(id: number, isOk: boolean, json: string): GuestWords {
  beginEntry();
  settleComputation(id, isOk, json);
  return takeLineList();
}

function timer(id: number): GuestWords {
  beginEntry();
  fireTimer(id);
  return takeLineList();
}

function idle(): void {
  dropTimers();
  dropComputations();
}

/** Of a batch that was stopped, nothing begins any more. */
function retake(): GuestWords {
  batch += 1;
  return retakeLines();
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { readonly then?: unknown }).then === 'function'
  );
}

installGlobals();
// The runner takes these and deletes the name before any code of the extension runs.
Object.defineProperty(globalThis, '__mortise', {
  configurable: true,
  value: {
    start,
    checkConfig,
    register,
    createCleanCheck,
    useCleanRealm,
    call,
    calls,
    cancel,
    answer,
    computed,
    timer,
    idle,
    flush: takeLineList,
    retake,
  } satisfies Prelude,
});
