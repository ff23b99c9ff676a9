import {
  base64Chars,
  base64CharsOf,
  boundMessage,
  type ContentPart,
  ERROR_CODES,
  fail,
  isFiniteJson,
  type JsonValue,
  type OutcomeCode,
  type Reduction,
  type RefusalCode,
  type ResolvedLimits,
  type RunUsage,
  readContentPart,
  refuse,
  type ToolOutcome,
  type Writable,
} from '@mortise/contracts';
import { parseJson } from './node-to-host.ts';

type NodeRecord = { readonly [key: string]: unknown };

const MAX_DEPTH = 64;
const MAX_TRACE = 64;
const TRACE_CHARS = 500;
/** What stands around the content of an outcome: usage, codes, places. */
const AROUND_CHARS = 100_000;

/** With what a node may say that no code of the tool ran. */
const NODE_REFUSALS: ReadonlySet<unknown> = new Set<RefusalCode>([
  ...(['input_invalid', 'not_available', 'extension_unavailable'] as const),
  ...(['extension_quarantined', 'extension_busy', 'aborted_before_start', 'jail_missing'] as const),
  ...(['native_addon_missing', 'sandbox_unavailable'] as const),
]);

/** What the host knows of a call whose outcome a node tells. */
export interface OutcomeBounds {
  readonly limits: ResolvedLimits;
  /** It has used a capability, or ran before: its code ran, whatever the node says. */
  readonly hasAsked: boolean;
  readonly hostCalls: number;
}

/** The most that a frame of a call takes in UTF-8: its answer, or what it asks of the host. */
export function mostFrameBytes(limits: ResolvedLimits): number {
  const { resultBytes, mediaBytes, hostCallBytes } = limits;
  const answer = 3 * 6 * resultBytes + base64Chars(mediaBytes);
  return Math.max(answer, 3 * hostCallBytes) + 3 * AROUND_CHARS;
}

/** The outcome that a node tells, held to the limits of the host; undefined if it is none. */
export function readOutcome(json: string, bounds: OutcomeBounds): ToolOutcome | undefined {
  const { resultBytes, mediaBytes } = bounds.limits;
  // In JSON a character may take six.
  if (json.length > 6 * resultBytes + base64Chars(mediaBytes) + AROUND_CHARS) return undefined;
  const value = parseJson(json);
  return isRecord(value) ? interpret(value, bounds) : undefined;
}

/** The same for a success of one text. */
export function readTextOutcome(
  { facts, text }: { readonly facts: string; readonly text: string },
  bounds: OutcomeBounds,
): ToolOutcome | undefined {
  const { resultBytes } = bounds.limits;
  if (facts.length > 6 * resultBytes + AROUND_CHARS || text.length > resultBytes) return undefined;
  const value = parseJson(facts);
  return isRecord(value)
    ? withFacts({ status: 'ok', content: [{ type: 'text', text }] }, value, bounds)
    : undefined;
}

function interpret(value: NodeRecord, bounds: OutcomeBounds): ToolOutcome | undefined {
  if (value['status'] === 'refused') return readRefusal(value, bounds);
  if (value['status'] !== 'ok' && value['status'] !== 'failed') return undefined;
  const content = value['content'] === undefined ? undefined : readContent(value['content']);
  if (content === null || !isFitting(content, bounds.limits)) return undefined;
  if (value['status'] === 'ok')
    return content && withFacts({ status: 'ok', content }, value, bounds);
  const code = value['code'];
  if (!isOutcomeCode(code)) return undefined;
  const message = boundMessage(textOr(value['message']), bounds.limits);
  const effects = value['effects'] === 'none' && !bounds.hasAsked ? 'none' : 'unknown';
  const trace = readTrace(value['trace']);
  return withFacts(
    {
      ...fail(code, message, { effects }),
      ...(content === undefined ? {} : { content }),
      ...(trace.length === 0 ? {} : { trace }),
    },
    value,
    bounds,
  );
}

function readRefusal(value: NodeRecord, { limits, hasAsked }: OutcomeBounds) {
  const { code, retryAfterMs } = value;
  if (!NODE_REFUSALS.has(code)) return undefined;
  const message = boundMessage(textOr(value['message']), limits);
  // Of the run that the node was told of it may be true; of the call it is not.
  if (hasAsked && code === 'aborted_before_start') return fail('aborted', message);
  if (hasAsked) return fail('sandbox_crashed', `Its node says that it did not run: ${message}`);
  const refusal = refuse(code as RefusalCode, message);
  return isAmount(retryAfterMs) ? { ...refusal, retryAfterMs } : refusal;
}

/** Null if something in it is no content part. */
function readContent(value: unknown): readonly ContentPart[] | null {
  if (!Array.isArray(value)) return null;
  const content: ContentPart[] = [];
  for (const each of value) {
    const part = readContentPart(each);
    if (part === undefined) return null;
    content.push(part);
  }
  return content;
}

function isFitting(content: readonly ContentPart[] | undefined, limits: ResolvedLimits): boolean {
  if (content === undefined) return true;
  const chars = base64CharsOf(content);
  if (chars > base64Chars(limits.mediaBytes)) return false;
  const [first] = content;
  if (content.length === 1 && first?.type === 'text')
    return first.text.length <= limits.resultBytes;
  return JSON.stringify(content).length <= 2 * limits.resultBytes + chars;
}

function withFacts(outcome: ToolOutcome, value: NodeRecord, bounds: OutcomeBounds) {
  const { structured, costUsd } = value;
  const read: Writable<ToolOutcome> = { ...outcome };
  if (structured !== undefined && read.status !== 'refused') {
    if (!isFiniteJson(structured, MAX_DEPTH)) return undefined;
    // Checked above.
    read.structured = structured as JsonValue;
  }
  if (isAmount(costUsd) && read.status !== 'refused') read.costUsd = costUsd;
  const usage = readUsage(value['usage'], bounds);
  if (usage !== undefined) read.usage = usage;
  const reduction = readReduction(value['reduction']);
  if (reduction !== undefined) read.reduction = reduction;
  return read;
}

function readUsage(value: unknown, { hostCalls }: OutcomeBounds): RunUsage | undefined {
  if (!isRecord(value)) return undefined;
  const { cpuMs, wallMs, heapBytes, bytesIn, bytesOut } = value;
  return {
    cpuMs: amountOf(cpuMs),
    wallMs: amountOf(wallMs),
    heapBytes: amountOf(heapBytes),
    bytesIn: amountOf(bytesIn),
    bytesOut: amountOf(bytesOut),
    hostCalls,
  };
}

function readReduction(value: unknown): Reduction | undefined {
  if (!isRecord(value)) return undefined;
  const { state, rawChars } = value;
  if (state !== 'applied' && state !== 'failed' && state !== 'rejected') return undefined;
  return Number.isSafeInteger(rawChars) && Number(rawChars) >= 0
    ? { state, rawChars: Number(rawChars) }
    : undefined;
}

function readTrace(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, MAX_TRACE)
    .filter((each) => typeof each === 'string')
    .map((each) => each.slice(0, TRACE_CHARS));
}

function isOutcomeCode(code: unknown): code is OutcomeCode {
  if (typeof code !== 'string' || !Object.hasOwn(ERROR_CODES, code)) return false;
  const { kind } = ERROR_CODES[code as keyof typeof ERROR_CODES];
  return kind === 'failure';
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function amountOf(value: unknown): number {
  return isAmount(value) ? value : 0;
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isRecord(value: unknown): value is NodeRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
