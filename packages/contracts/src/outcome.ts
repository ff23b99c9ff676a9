import type { ContentPart } from './content/content-part.ts';
import { ERROR_CODES, type OutcomeCode, type RefusalCode } from './error-codes.ts';
import type { JsonValue } from './json.ts';
import type { ResolvedLimits } from './limits.ts';

/**
 * How one call ended: the one record of it, from the runner that saw it to the session that asked.
 * A switch over `status` is complete.
 */
export type ToolOutcome = Success | Refusal | Failure;

/** What else is known of a run, whatever came out of it. */
interface RunFacts {
  /** Absent where the tool did not run in a runner that measures. */
  readonly usage?: RunUsage;
  /** What the last reducer did; absent if none had a say. */
  readonly reduction?: Reduction;
}

export interface Success extends RunFacts {
  readonly status: 'ok';
  /** In the order in which the tool gave them. */
  readonly content: readonly ContentPart[];
  readonly structured?: JsonValue;
  readonly costUsd?: number;
}

/** Tool code never ran. */
export interface Refusal extends RunFacts {
  readonly status: 'refused';
  readonly code: RefusalCode;
  readonly message: string;
  /** When it may be asked again, if that is known. */
  readonly retryAfterMs?: number;
  /** The hold that it waits for, or that refused it. */
  readonly approvalId?: string;
}

/** Tool code may have run, in part or whole. */
export interface Failure extends RunFacts {
  readonly status: 'failed';
  /** A tool may answer with a refusal's code itself; it ran all the same. */
  readonly code: OutcomeCode;
  readonly message: string;
  /** `none` only if the host knows that no tool code ran. */
  readonly effects: 'none' | 'unknown';
  /** There if the tool itself answered with an error: its parts. `message` is their text. */
  readonly content?: readonly ContentPart[];
  readonly structured?: JsonValue;
  readonly costUsd?: number;
  /** Where in the extension's files it was thrown, from the inside out. For people; no model gets it. */
  readonly trace?: readonly string[];
}

/** What a call cost, measured outside the guest. */
export interface RunUsage {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly heapBytes: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly hostCalls: number;
}

/** What a reducer made of a result. */
export interface Reduction {
  readonly state: 'applied' | 'failed' | 'rejected';
  /** Characters before it. */
  readonly rawChars: number;
  /** Why it failed or was rejected. */
  readonly reason?: string;
}

/** A result that was cut to fit the budget of its batch. */
export interface TrimNotice {
  readonly callId: string;
  readonly toolName: string;
  readonly fromChars: number;
  readonly toChars: number;
}

/** Says that no tool code ran. An empty message becomes the summary of the code. */
export function refuse(code: RefusalCode, message: string, usage?: RunUsage): Refusal {
  const refusal = { status: 'refused', code, message: message || summaryOf(code) } as const;
  return Object.freeze(usage === undefined ? refusal : { ...refusal, usage });
}

/** Says that tool code may have run. An empty message becomes the summary of the code. */
export function fail(
  code: OutcomeCode,
  message: string,
  facts: Partial<Pick<Failure, 'effects' | 'usage'>> = {},
): Failure {
  const text = message || summaryOf(code);
  return { status: 'failed', code, message: text, effects: 'unknown', ...facts };
}

type ErrorLimit = Pick<ResolvedLimits, 'errorChars'>;

/** A message of a tool, of a length that can be shown. */
export function boundMessage(message: string, { errorChars: chars }: ErrorLimit): string {
  return message.length <= chars ? message : `${message.slice(0, chars - 1).toWellFormed()}…`;
}

/** The outcome of a call whose tool answered that it failed. */
export function failWith(content: readonly ContentPart[], limits: ErrorLimit): Failure {
  return { ...fail('execution_failed', boundMessage(textOf(content), limits)), content };
}

/** The text parts, one after the other. */
export function textOf(content: readonly ContentPart[]): string {
  const [first] = content;
  if (content.length === 1 && first?.type === 'text') return first.text;
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function summaryOf(code: OutcomeCode): string {
  return ERROR_CODES[code].summary;
}
