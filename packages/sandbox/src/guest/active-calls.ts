import type { CallFacts } from '../wire/call-frames.ts';
import type { AbortController } from './abort-signal.ts';
import { sayAsk } from './guest-output.ts';
import {
  createSafeTable,
  createSafeWeakMap,
  jsonStringify,
  NativeError,
  NativePromise,
} from './intrinsics.ts';

/** One running call, as the guest keeps it. */
export interface ActiveCall {
  readonly seq: number;
  readonly callId: string;
  readonly facts: CallFacts;
  controller: AbortController | undefined;
  asked: { [id: number]: AskedCall } | undefined;
  lastAsked: number;
  isOver: boolean;
  /** Its neighbours among the calls that run. */
  before: ActiveCall | undefined;
  after: ActiveCall | undefined;
}

interface AskedCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

// A chain, because a table by rising numbers is a dictionary to V8 and slower than the rest of a call.
let newest: ActiveCall | undefined;
let askLimit = 0;
/** Set during the first, synchronous stretch of a call; after an `await` the running call is unknown. */
let current: ActiveCall | undefined;
/** Which host call an error stands for, so that letting it through can be told from making one up. */
const refusedIds = createSafeWeakMap<number>();

export function beginCall(seq: number, callId: string, facts: CallFacts): ActiveCall {
  const call: ActiveCall = {
    seq,
    callId,
    facts,
    controller: undefined,
    asked: undefined,
    lastAsked: 0,
    isOver: false,
    before: newest,
    after: undefined,
  };
  if (newest !== undefined) newest.after = call;
  newest = call;
  current = call;
  return call;
}

export function leaveSynchronousPart(): void {
  current = undefined;
}

export function findCall(seq: number): ActiveCall | undefined {
  let call = newest;
  while (call !== undefined && call.seq !== seq) call = call.before;
  return call;
}

/** True the first time: a call ends once. */
export function endCall(call: ActiveCall): boolean {
  if (call.isOver) return false;
  call.isOver = true;
  const { before, after } = call;
  if (before !== undefined) before.after = after;
  if (after === undefined) newest = before;
  else after.before = before;
  // A handle that the extension has kept keeps its own call alive, and no other.
  call.before = undefined;
  call.after = undefined;
  return true;
}

/** The call that something without a context (`console`, `fetch`) belongs to, if that is certain. */
export function certainCall(): ActiveCall | undefined {
  if (current !== undefined) return current;
  return newest?.before === undefined ? newest : undefined;
}

export function limitAsking(limit: number): void {
  askLimit = limit;
}

/** Asks the host. A handle dies with its call: afterwards nothing is sent and nothing settles. */
export function askHost(call: ActiveCall, name: string, input: unknown): Promise<unknown> {
  // One beyond the limit is sent, so that the runner sees it and ends the call. Thrown, not
  // rejected: isolated-vm keeps a list of rejections and walks it for each one that is handled.
  if (call.lastAsked > askLimit) throw new NativeError('too many host calls');
  return new NativePromise((resolve, reject) => {
    if (call.isOver) return;
    const json = jsonStringify(input === undefined ? null : input);
    if (json === undefined) throw new TypeError('what is asked of the host must be JSON');
    call.lastAsked += 1;
    call.asked ??= createSafeTable();
    call.asked[call.lastAsked] = { resolve, reject };
    sayAsk(call.seq, call.lastAsked, name, json);
  });
}

/** An answer of the host to `askHost`. */
export function settleAsked(
  seq: number,
  id: number,
  answer: {
    readonly value?: unknown;
    readonly fault?: { readonly code: string; readonly message: string };
  },
): void {
  const call = findCall(seq);
  const asked = call?.asked?.[id];
  if (call?.asked === undefined || asked === undefined) return;
  delete call.asked[id];
  if (answer.fault === undefined) {
    asked.resolve(answer.value);
    return;
  }
  const error = new NativeError(answer.fault.message) as Error & { code?: string };
  error.code = answer.fault.code;
  refusedIds.set(error, id);
  asked.reject(error);
}

export function refusedId(thrown: unknown): number | undefined {
  return typeof thrown === 'object' && thrown !== null ? refusedIds.get(thrown) : undefined;
}
