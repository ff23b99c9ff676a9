import type { IsolateLimits } from './isolate-limits.ts';

/**
 * The one message file of host, runner and guest.
 *
 * A frame is text: fields between tabs, `FRAME_END` at the end. Fields are words, whole numbers or
 * JSON texts; JSON escapes control characters, so that neither can occur inside one. Arguments and
 * results cross as JSON text: the side that needs the value parses it, once. Long texts of arguments
 * and a result that is one text cross as they are: quoting costs more than a call (measured).
 */

/** ASCII's record separator. */
export const FRAME_END = '\x1e';

/** ASCII's unit separator: begins the name of an argument whose text stands behind the JSON. */
export const NAME_MARK = '\x1f';

/** ASCII's group separator: begins a text that stands behind the JSON of the arguments. */
export const TEXT_MARK = '\x1d';

/** A text of so many characters isolated-vm hands over outside of V8's heap; a shorter one becomes an ordinary one. */
export const OUTSIDE_CHARS = 1_024;

/** Host to runner. */
export const TO_RUNNER = {
  /** isolate, JSON of `IsolateSpec`. Answered by `opened` or `unopened`. */
  open: 'open',
  /** isolate */
  close: 'close',
  /**
   * isolate, ms it may take, 1 to spin for the next one, and for the guest: seq, tool name, mode,
   * call id, facts, number of long texts, arguments. The arguments are JSON; behind it come the names
   * of those that are long texts, each after a `NAME_MARK`, then the texts in the same order, each
   * after a `TEXT_MARK`.
   */
  call: 'call',
  /** seq, isolate. The guest sees its signal abort, then the call ends with `cancelled`. */
  cancel: 'cancel',
  /** seq, isolate, host call id, 1 or 0, JSON of the value or of `HostCallFault`. */
  answer: 'answer',
} as const;

/** Runner to host. All of it is hostile: a broken isolate may speak for its runner. */
export const TO_HOST = {
  ready: 'ready',
  /** isolate, JSON array of registrations. */
  opened: 'opened',
  /** isolate, `OpenFault`, JSON string. */
  unopened: 'unopened',
  /** seq, CPU µs, heap bytes, JSON of the result. */
  returned: 'returned',
  /** seq, CPU µs, heap bytes, reduction, characters before it, text: a result that is this text. */
  text: 'text',
  /** seq, CPU µs, heap bytes, `CallFault`, JSON string. */
  ended: 'ended',
  /** seq, host call id, `capability.operation`, JSON. */
  ask: 'ask',
  /** seq, JSON of `RunProgress`. */
  progress: 'progress',
  /** seq or 0, isolate, level, JSON string. */
  log: 'log',
  /** number of a long entry that has ended after all. */
  calm: 'calm',
  /** isolate, `IsolateLoss`: the isolate is gone and no call in it will answer any more. */
  lost: 'lost',
} as const;

/** Guest to runner: what an entry returns is a text of such frames. */
export const FROM_GUEST = {
  /** seq, JSON of the result. */
  returned: 'returned',
  /** seq, `Reduction`, characters before it, text. */
  text: 'text',
  /** seq, `GuestFault`, JSON string. */
  faulted: 'faulted',
  /** seq, host call id, name, JSON. */
  ask: 'ask',
  progress: 'progress',
  /** seq or 0, level, JSON string. */
  log: 'log',
  /** timer id, ms. */
  timer: 'timer',
  /** timer id. */
  untimer: 'untimer',
  /** JSON array of registrations: the registration window is closed. */
  registered: 'registered',
  /** JSON string. */
  unregistered: 'unregistered',
} as const;

/** How a guest says that a call did not return a result. What it says is believed of itself only. */
export const GUEST_FAULTS = [
  'threw',
  /** A host call was refused and the tool let it through; the text starts with the call's id. */
  'refused_host_call',
  'input_invalid',
  'result_invalid',
  'result_too_large',
  'output_invalid',
  'unknown_tool',
] as const;
export type GuestFault = (typeof GUEST_FAULTS)[number];

/** How a runner says that a call ended; those beside `GuestFault` it saw itself. */
export const CALL_FAULTS = [
  ...GUEST_FAULTS,
  'cpu',
  'deadline',
  'memory',
  'broken',
  'cancelled',
  /** The isolate went because of another call. */
  'isolate_lost',
  'host_call_limit',
  /** It found its isolate gone and has not begun. */
  'unreached',
] as const;
export type CallFault = (typeof CALL_FAULTS)[number];

export const OPEN_FAULTS = [
  'source',
  'threw',
  'deadline',
  'memory',
  'too_large',
  'broken',
] as const;
export type OpenFault = (typeof OPEN_FAULTS)[number];

export const ISOLATE_LOSSES = ['cpu', 'deadline', 'memory', 'broken'] as const;
export type IsolateLoss = (typeof ISOLATE_LOSSES)[number];

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What an isolate is made from. */
export interface IsolateSpec {
  readonly extensionId: string;
  readonly source: string;
  /** JSON text. */
  readonly config: string;
  readonly limits: IsolateLimits;
}

/** What the prelude is started with. */
export interface GuestBoot {
  readonly id: string;
  /** JSON text. */
  readonly config: string;
  /** 32 random bytes in hex. */
  readonly seed: string;
  readonly limits: IsolateLimits;
}

/** What became of a result in its extension's own reducer; `none` if there is no reducer. */
export const REDUCTIONS = ['none', 'applied', 'failed', 'rejected'] as const;
export type Reduction = (typeof REDUCTIONS)[number];

/** What a tool is told about its caller. */
export interface CallFacts {
  readonly agentId: string;
  readonly sessionKey: string;
  readonly userId?: string;
  readonly turnCount: number;
  readonly overrides?: { readonly [key: string]: unknown };
}

export interface HostCallFault {
  readonly code: string;
  readonly message: string;
}

/** Puts the fields of a frame together. The caller vouches that no field has a raw tab or `FRAME_END`. */
export function frame(...fields: readonly (string | number)[]): string {
  return `${fields.join('\t')}${FRAME_END}`;
}

/**
 * Takes `count` fields off the front of a frame and the rest as the last one.
 * Undefined if it has fewer.
 */
export function takeFields(text: string, count: number): readonly string[] | undefined {
  const fields: string[] = [];
  let start = 0;
  for (let taken = 0; taken < count; taken += 1) {
    const tab = text.indexOf('\t', start);
    if (tab < 0) return undefined;
    fields.push(text.slice(start, tab));
    start = tab + 1;
  }
  fields.push(text.slice(start));
  return fields;
}

const WHOLE_NUMBER = /^\d{1,15}$/;

/** A field that must be a whole number of at most 15 digits; undefined if it is not. */
export function wholeNumber(field: string | undefined): number | undefined {
  return field !== undefined && WHOLE_NUMBER.test(field) ? Number(field) : undefined;
}
