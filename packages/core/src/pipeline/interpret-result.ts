import {
  type ContentPart,
  ERROR_CODES,
  type GuestResult,
  type JsonValue,
  LIMITS,
  type OutcomeCode,
  type ToolOutcome,
} from '@mortise/contracts';
import { snapshotJson } from '../registry/json-snapshot.ts';
import { printUnknown } from '../registry/print-unknown.ts';
import { fail } from './failure.ts';
import { interpretContent } from './interpret-content.ts';
import type { RawOutcome } from './run-in-process.ts';

const STRUCTURED_LIMITS = {
  maxBytes: LIMITS.resultBytes.ceiling,
  maxDepth: LIMITS.argumentDepth.ceiling,
};

/** Turns how a core tool ended into an outcome. Its value is read as hostile data. */
export function interpretRaw(raw: RawOutcome): ToolOutcome {
  switch (raw.kind) {
    case 'returned':
      return interpretSafely(raw.value);
    case 'threw':
      return fail('execution_failed', printUnknown(raw.error));
    case 'timeout':
      return fail('timeout', `The call did not end within ${raw.ms} ms.`);
    case 'aborted':
      return fail('aborted', 'The call was cancelled while it ran.');
    default:
      return raw satisfies never;
  }
}

/** A runner's answer is checked and bounded already; it only changes its form. */
export function interpretGuestResult(result: GuestResult): ToolOutcome {
  const { text, media } = interpretContent(result.content);
  const { structured, costUsd } = result;
  const isPlain = structured === undefined && costUsd === undefined && media.length === 0;
  if (isPlain && result.isError !== true) return { status: 'ok', text };
  const extras = {
    ...(structured === undefined ? {} : { structured }),
    ...(costUsd === undefined ? {} : { costUsd }),
  };
  if (result.isError === true) return { ...fail('execution_failed', text), ...extras };
  return { status: 'ok', text, ...(media.length === 0 ? {} : { media }), ...extras };
}

// A getter or a proxy in a result may throw or answer differently each time.
function interpretSafely(value: unknown): ToolOutcome {
  try {
    return interpretValue(value);
  } catch (error) {
    return fail('result_invalid', `The result could not be read: ${printUnknown(error)}`);
  }
}

function interpretValue(value: unknown): ToolOutcome {
  if (typeof value !== 'object' || value === null) return invalid(`It is ${describeType(value)}.`);
  const result: RawResult = { ...value };
  const extras = interpretExtras(result);
  if ('status' in extras) return extras;
  if (result.ok === true) return interpretSuccess(result, extras);
  if (result.ok === false) return interpretFailure(result, extras);
  if (Array.isArray(result.content)) {
    const checked = interpretContent(result.content);
    if (checked.problem !== undefined) return invalid(checked.problem);
    return interpretGuestResult({
      content: result.content as ContentPart[],
      ...extras,
      isError: result.isError === true,
    });
  }
  return invalid('It has neither `ok` nor `content`.');
}

interface RawResult {
  readonly ok?: unknown;
  readonly value?: unknown;
  readonly error?: unknown;
  readonly code?: unknown;
  readonly structured?: unknown;
  readonly cost_usd?: unknown;
  readonly media?: unknown;
  readonly content?: unknown;
  readonly isError?: unknown;
}

interface Extras {
  readonly structured?: JsonValue;
  readonly costUsd?: number;
}

function interpretSuccess(result: RawResult, extras: Extras): ToolOutcome {
  if (typeof result.value !== 'string') {
    return invalid(`\`value\` is ${describeType(result.value)}, not a string.`);
  }
  if (result.media === undefined) return { status: 'ok', text: result.value, ...extras };
  if (!Array.isArray(result.media)) return invalid('`media` is not a list.');
  const { media, problem } = interpretContent(result.media);
  if (problem !== undefined) return invalid(problem);
  return { status: 'ok', text: result.value, media, ...extras };
}

function interpretFailure(result: RawResult, extras: Extras): ToolOutcome {
  const message = typeof result.error === 'string' ? result.error : 'The tool gave no reason.';
  return { ...fail(knownCode(result.code), message), ...extras };
}

function interpretExtras(result: RawResult): Extras | ToolOutcome {
  const cost = result.cost_usd;
  const costUsd = typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? cost : undefined;
  const base = costUsd === undefined ? {} : { costUsd };
  if (result.structured === undefined) return base;
  const copy = snapshotJson(result.structured, STRUCTURED_LIMITS);
  if (copy.status === 'refused') return invalid(`\`structured\` ${copy.reason}.`);
  return { ...base, structured: copy.value };
}

function knownCode(code: unknown): OutcomeCode {
  if (typeof code !== 'string' || !Object.hasOwn(ERROR_CODES, code)) return 'execution_failed';
  const known = code as keyof typeof ERROR_CODES;
  const { kind } = ERROR_CODES[known];
  return kind === 'refusal' || kind === 'failure' ? (known as OutcomeCode) : 'execution_failed';
}

function invalid(detail: string): ToolOutcome {
  return fail('result_invalid', `${ERROR_CODES.result_invalid.summary} ${detail}`);
}

function describeType(value: unknown): string {
  return value === null ? 'null' : value === undefined ? 'undefined' : `a ${typeof value}`;
}
