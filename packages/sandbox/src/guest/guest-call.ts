import type { CallerFacts } from '../wire/call-frames.ts';
import type { HostCallFault } from '../wire/faults.ts';
import type { AskNow, WrittenArguments } from '../wire/guest-entries.ts';
import { hostCallWeight } from '../wire/host-call-weight.ts';
import { AbortController, type AbortSignal } from './abort-signal.ts';
import { stackOf } from './describe-error.ts';
import { sayAsk, takeSaid } from './guest-output.ts';
import {
  createSafeTable,
  createSafeWeakMap,
  jsonParse,
  jsonStringify,
  NativeError,
  NativePromise,
  type SafeTable,
  sliceText,
} from './intrinsics.ts';
import { readCall } from './read-call.ts';

/** A question to the host that is not answered yet. */
interface OpenQuestion {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Where it was asked, if that is wanted. */
  readonly stack: string;
}

/** What the host answers to a host call. */
export interface HostAnswer {
  readonly value?: unknown;
  readonly fault?: HostCallFault;
}

// A chain, because a table by rising numbers is a dictionary to V8 and slower than the rest of a call.
let newest: GuestCall | undefined;
let askLimit = 0;
/**
 * The call that the isolate was last entered for: by its start, by an answer to it or by its timer. What
 * runs until the next entry follows from that.
 */
let current: GuestCall | undefined;
let askNow: AskNow = () => '';
let arePlaced = false;
/** Which host call an error stands for, so that letting it through can be told from making one up. */
const refusedIds = createSafeWeakMap<number>();

/**
 * One call in its guest, from its line to its end. Long texts of the arguments are handed in behind the line,
 * each by itself. No extension ever holds one.
 */
export class GuestCall implements WrittenArguments {
  readonly seq: number;
  readonly mode: string;
  readonly callId: string;
  readonly facts: CallerFacts;
  readonly textCount: number;
  #toolName: string;
  #args: string;
  #controller: AbortController | undefined;
  #asked: SafeTable<OpenQuestion> | undefined;
  #lastAsked = 0;
  #askedWeight = 0;
  #isOver = false;
  /** Its neighbours among the calls that run. */
  #before: GuestCall | undefined;
  #after: GuestCall | undefined;

  constructor(line: string) {
    const read = readCall(line);
    this.seq = read.seq;
    this.mode = read.mode;
    this.callId = read.callId;
    this.facts = read.facts;
    this.textCount = read.textCount;
    this.#toolName = read.toolName;
    this.#args = read.args;
  }

  /** Empty once it has begun. */
  get toolName(): string {
    return this.#toolName;
  }

  /** JSON, and the names of the long texts; empty once it has begun. */
  get args(): string {
    return this.#args;
  }

  /** It has what it needs of its line: an extension may keep a handle of its call, and all of the line with it. */
  dropTexts(): void {
    this.#toolName = '';
    this.#args = '';
  }

  /** It runs from now on, until it is ended. */
  begin(): void {
    this.#before = newest;
    if (newest !== undefined) newest.#after = this;
    newest = this;
    current = this;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The call that ran when this one began. */
  get before(): GuestCall | undefined {
    return this.#before;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  /** Runs listeners of the extension. */
  abort(): void {
    this.#controller?.abort();
  }

  /** True the first time: a call ends once. */
  end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    const before = this.#before;
    const after = this.#after;
    if (before !== undefined) before.#after = after;
    if (after === undefined) newest = before;
    else after.#before = before;
    // A handle that the extension has kept keeps its own call alive, and no other.
    this.#before = undefined;
    this.#after = undefined;
    return true;
  }

  /** Asks the host. A handle dies with its call: afterwards nothing is sent and nothing settles. */
  ask(name: string, input: unknown): Promise<unknown> {
    // One beyond the limit is sent, so that the runner sees it and ends the call. Thrown, not
    // rejected: isolated-vm keeps a list of rejections and walks it for each one that is handled.
    if (this.#askedWeight > askLimit) throw new NativeError('too many host calls');
    return new NativePromise((resolve, reject) => {
      if (this.#isOver) return;
      const json = jsonStringify(input === undefined ? null : input);
      if (json === undefined) throw new TypeError('what is asked of the host must be JSON');
      this.#lastAsked += 1;
      this.#askedWeight += hostCallWeight(name);
      this.#asked ??= createSafeTable();
      this.#asked[this.#lastAsked] = { resolve, reject, stack: placeOfQuestion() };
      sayAsk(this.seq, this.#lastAsked, name, json);
    });
  }

  /** The same, and does not return before there is an answer. */
  askSync(name: string, input: unknown): unknown {
    if (this.#askedWeight > askLimit) throw new NativeError('too many host calls');
    if (this.#isOver) throw new NativeError('the call is over');
    const json = jsonStringify(input === undefined ? null : input);
    if (json === undefined) throw new TypeError('what is asked of the host must be JSON');
    this.#lastAsked += 1;
    this.#askedWeight += hostCallWeight(name);
    const id = this.#lastAsked;
    const text = askNow(takeSaid(), this.seq, id, name, json);
    if (text === '') throw new NativeError('the call ended before the host answered');
    const value: unknown = jsonParse(sliceText(text, 1, text.length));
    if (text[0] === '1') return value;
    throw faultError(value as HostCallFault, id);
  }

  /** An answer to what it asked as number `id`. */
  settle(id: number, answer: HostAnswer): void {
    const asked = this.#asked?.[id];
    if (this.#asked === undefined || asked === undefined) return;
    delete this.#asked[id];
    if (answer.fault === undefined) {
      asked.resolve(answer.value);
      return;
    }
    const error = faultError(answer.fault, id);
    // It is made when the answer comes, where no line of the extension runs.
    if (asked.stack !== '') error.stack = `${error.message}${asked.stack}`;
    asked.reject(error);
  }
}

/** Whether refusals say where was asked: looking costs more than asking, so authors alone get it. */
export function placeQuestions(isWanted: boolean): void {
  arePlaced = isWanted;
}

function placeOfQuestion(): string {
  return arePlaced ? stackOf(new NativeError()) : '';
}

function faultError(fault: HostCallFault, id: number): Error {
  const error = new NativeError(fault.message) as Error & { code?: string; system?: string };
  error.code = fault.code;
  if (fault.system !== undefined) error.system = fault.system;
  refusedIds.set(error, id);
  return error;
}

/** To be called when the isolate is entered for a call, or for none. */
export function enterCall(call: GuestCall | undefined): void {
  current = call;
}

export function useAskNow(given: AskNow): void {
  askNow = given;
}

export function findCall(seq: number): GuestCall | undefined {
  let call = newest;
  while (call !== undefined && call.seq !== seq) call = call.before;
  return call;
}

/** Whether it is the last call that has begun, and has not ended. */
export function isNewest(seq: number): boolean {
  return newest?.seq === seq;
}

/**
 * The call that something without a context (`console`, `fetch`, files) belongs to. Where one call has
 * woken another that waited for the same thing and then ended, it is the one that is left.
 */
export function runningCall(): GuestCall | undefined {
  return current === undefined || current.isOver ? newest : current;
}

export function limitAsking(limit: number): void {
  askLimit = limit;
}

/** The host call whose refusal a thrown error stands for; undefined for any other error. */
export function refusedId(thrown: unknown): number | undefined {
  return typeof thrown === 'object' && thrown !== null ? refusedIds.get(thrown) : undefined;
}
