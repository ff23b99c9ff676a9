import { type FieldsOf, FRAME_END, type FrameTable } from './frame-codec.ts';

/**
 * The frames of every call: the call itself and the two forms of a result. Declared like the other
 * frames, but written and read by hand: splitting and quoting cost more than a call (measured).
 * `call-frames.test.ts` holds them to their declarations.
 */

/** What a runner reads of a call. It may take `timeoutMs`; `mustSpin` if the next call is close. */
export const CALL_HEAD = {
  isolate: 'whole',
  timeoutMs: 'whole',
  mustSpin: 'flag',
  seq: 'whole',
  toolName: 'word',
} as const;

/**
 * What only the guest reads of a call, after `seq` and `toolName`. `callId` is plain or JSON,
 * `facts` are `CallerFacts`. The arguments are JSON; behind it come the names of those that are long
 * texts, each after a `NAME_MARK`, then `textCount` texts in the same order, each after a `TEXT_MARK`.
 */
export const CALL_BODY = {
  mode: ['run', 'validate'],
  callId: 'word',
  facts: 'json',
  textCount: 'whole',
  args: 'json',
} as const;

/** What became of a result in its extension's own reducer; `none` if there is no reducer. */
export const REDUCTIONS = ['none', 'applied', 'failed', 'rejected'] as const;

/** What a guest says of a result; the runner passes it on unread. */
export const RESULT_BODIES = {
  /** Any result. */
  returned: { result: 'json' },
  /** A result that is one text: what became of it in its reducer, and its characters before. */
  text: { state: REDUCTIONS, rawChars: 'whole', text: 'word' },
} as const satisfies FrameTable;
export type ResultKind = keyof typeof RESULT_BODIES;

/** What a runner puts before the body of a result. */
export const RESULT_HEAD = { seq: 'whole', cpuMicros: 'measure', heapBytes: 'measure' } as const;

export type CallHead = FieldsOf<typeof CALL_HEAD>;
export type CallBody = FieldsOf<typeof CALL_BODY>;
export type TextReduction = Omit<FieldsOf<(typeof RESULT_BODIES)['text']>, 'text'>;
export type ResultHead = FieldsOf<typeof RESULT_HEAD>;

/** ASCII's unit separator: begins the name of an argument whose text stands behind the JSON. */
export const NAME_MARK = '\x1f';
/** ASCII's group separator: begins a text that stands behind the JSON of the arguments. */
export const TEXT_MARK = '\x1d';

/** What a tool is told about its caller. */
export interface CallerFacts {
  readonly agentId: string;
  readonly sessionKey: string;
  readonly userId?: string;
  readonly turnCount: number;
  readonly overrides?: { readonly [key: string]: unknown };
}

/** `never` if there is a field that a hand-written writer does not list: its callers do not compile then. */
export type Written<Fields, Names extends keyof Fields> = [Exclude<keyof Fields, Names>] extends [
  never,
]
  ? Fields
  : never;

export const CALL_PREFIX = 'call\t';

/** `body` is what `writeCallBody` made, once for all times that a call is sent. */
export function writeCall(
  head: Written<CallHead, 'isolate' | 'timeoutMs' | 'mustSpin' | 'seq' | 'toolName'>,
  body: string,
): string {
  return `call\t${head.isolate}\t${head.timeoutMs}\t${head.mustSpin ? 1 : 0}\t${head.seq}\t${head.toolName}\t${body}${FRAME_END}`;
}

export function writeCallBody(
  body: Written<CallBody, 'mode' | 'callId' | 'facts' | 'textCount' | 'args'>,
): string {
  return `${body.mode}\t${body.callId}\t${body.facts}\t${body.textCount}\t${body.args}`;
}

/**
 * What `make` makes of the head of a call and its pieces for the guest, as the host wrote them: from `seq` on,
 * and the long texts of its arguments. Undefined for a frame that the host would not write.
 */
export function readCall<Call>(
  frame: string,
  make: (head: CallHead, pieces: readonly string[]) => Call,
): Call | undefined {
  const timeout = frame.indexOf('\t', CALL_PREFIX.length) + 1;
  const spin = frame.indexOf('\t', timeout) + 1;
  const guest = frame.indexOf('\t', spin) + 1;
  const tool = frame.indexOf('\t', guest) + 1;
  const body = frame.indexOf('\t', tool) + 1;
  const isolate = readWhole(frame, CALL_PREFIX.length, timeout - 1);
  const timeoutMs = readWhole(frame, timeout, spin - 1);
  const mustSpin = readFlag(frame, spin, guest - 1);
  const seq = readWhole(frame, guest, tool - 1);
  if (body === 0 || isolate === undefined || timeoutMs === undefined) return undefined;
  if (mustSpin === undefined || seq === undefined) return undefined;
  const toolName = frame.slice(tool, body - 1);
  return make({ isolate, timeoutMs, mustSpin, seq, toolName }, cutPieces(frame, guest));
}

/** From `start` on, at every `TEXT_MARK`. */
function cutPieces(frame: string, start: number): readonly string[] {
  const pieces: string[] = [];
  let from = start;
  for (let end = frame.indexOf(TEXT_MARK, from); end >= 0; end = frame.indexOf(TEXT_MARK, from)) {
    pieces.push(frame.slice(from, end));
    from = end + 1;
  }
  pieces.push(frame.slice(from));
  return pieces;
}

/** Any result as a guest says it. Like all that guests run, it calls no method that they could have replaced. */
export function writeReturned(seq: number, result: string): string {
  return `returned\t${seq}\t${result}${FRAME_END}`;
}

/** A result that is one text, which must hold no `FRAME_END` and be well formed. */
export function writeText(
  seq: number,
  reduction: Written<TextReduction, 'state' | 'rawChars'>,
  text: string,
): string {
  return `text\t${seq}\t${textFields(reduction)}${text}${FRAME_END}`;
}

/** What stands before the text of a result that is one text. */
export function textFields({
  state,
  rawChars,
}: Written<TextReduction, 'state' | 'rawChars'>): string {
  return `${state}\t${rawChars}\t`;
}

/** Digits of each of the two numbers that a runner fills in. */
export const COST_DIGITS = 12;
const NO_COST = '000000000000\t000000000000';

/** Begins an answer as the host reads it, for a runner that has to fill in no more than what it has cost. */
export function answerHead(kind: ResultKind | 'ended', seq: number): string {
  return `${kind}\t${seq}\t${NO_COST}\t`;
}

/** The call that a result or an end is of; undefined for a frame of the wrong shape. */
export function answeredCall(frame: string): number | undefined {
  const start = frame.indexOf('\t') + 1;
  return start === 0 ? undefined : readWhole(frame, start, frame.indexOf('\t', start));
}

/** A result as it crosses to the host; its runner reads it from the guest without what it has cost. */
export type ResultFrame = ResultHead & {
  readonly kind: ResultKind;
  /** Unread: only the host looks at what a guest says. */
  readonly body: string;
};

/** Undefined for a frame of another kind, or one that the prelude would not write. */
export function readGuestResult(
  frame: string,
): Omit<ResultFrame, 'cpuMicros' | 'heapBytes'> | undefined {
  const kind = resultKind(frame);
  if (kind === undefined) return undefined;
  const start = kind.length + 1;
  const end = frame.indexOf('\t', start);
  const seq = readWhole(frame, start, end);
  return end < 0 || seq === undefined ? undefined : { kind, seq, body: frame.slice(end + 1) };
}

export function writeResult(
  result: Written<ResultFrame, 'kind' | 'seq' | 'cpuMicros' | 'heapBytes' | 'body'>,
): string {
  return `${result.kind}\t${result.seq}\t${result.cpuMicros}\t${result.heapBytes}\t${result.body}${FRAME_END}`;
}

/** Which form of a result a frame is; undefined if it is none. */
export function resultKind(frame: string): ResultKind | undefined {
  if (frame.startsWith('text\t')) return 'text';
  return frame.startsWith('returned\t') ? 'returned' : undefined;
}

/** Undefined for a frame of the wrong shape. */
export function readResult(frame: string, kind: ResultKind): ResultFrame | undefined {
  const start = kind.length + 1;
  const cpu = frame.indexOf('\t', start) + 1;
  const heap = frame.indexOf('\t', cpu) + 1;
  const body = frame.indexOf('\t', heap) + 1;
  const seq = readWhole(frame, start, cpu - 1);
  if (cpu === 0 || heap === 0 || body === 0 || seq === undefined) return undefined;
  return {
    kind,
    seq,
    cpuMicros: readMeasure(frame, cpu, heap - 1),
    heapBytes: readMeasure(frame, heap, body - 1),
    body: frame.slice(body),
  };
}

const MAX_DIGITS = 15;
const ZERO = 48;

/** The same as `wholeNumber`, without cutting the field out. */
function readWhole(text: string, start: number, end: number): number | undefined {
  const hasZeros = end - start > 1 && text.charCodeAt(start) === ZERO;
  return hasZeros ? undefined : readDigits(text, start, end);
}

/** What is no number reads as 0; it may begin with zeros. */
function readMeasure(text: string, start: number, end: number): number {
  return readDigits(text, start, end) ?? 0;
}

function readFlag(text: string, start: number, end: number): boolean | undefined {
  const digit = end - start === 1 ? text[start] : undefined;
  return digit === '1' ? true : digit === '0' ? false : undefined;
}

function readDigits(text: string, start: number, end: number): number | undefined {
  const digits = end - start;
  if (digits < 1 || digits > MAX_DIGITS) return undefined;
  let value = 0;
  for (let index = start; index < end; index += 1) {
    const digit = text.charCodeAt(index) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return undefined;
    value = value * 10 + digit;
  }
  return value;
}
