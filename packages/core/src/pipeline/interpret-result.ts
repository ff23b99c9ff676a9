import {
  base64Chars,
  base64CharsOf,
  boundMessage,
  type ContentPart,
  ERROR_CODES,
  type Failure,
  fail,
  failWith,
  type JsonValue,
  LIMITS,
  type OutcomeCode,
  type ResolvedLimits,
  readContentPart,
  type ToolOutcome,
} from '@mortise/contracts';
import { snapshotJson } from '../registry/json-snapshot.ts';
import { printUnknown } from '../registry/print-unknown.ts';

const STRUCTURED_LIMITS = {
  maxBytes: LIMITS.resultBytes.ceiling,
  maxDepth: LIMITS.argumentDepth.ceiling,
};

const MEDIA_BYTES = LIMITS.mediaBytes.ceiling;

/**
 * Turns what a core tool returned into an outcome. Its value is read as hostile data: a getter or a
 * proxy in it may throw or answer differently each time.
 */
export function interpretResult(value: unknown, limits: ResolvedLimits): ToolOutcome {
  try {
    return interpretValue(value, limits);
  } catch (error) {
    const message = `The result could not be read: ${printUnknown(error)}`;
    return fail('result_invalid', boundMessage(message, limits));
  }
}

function interpretValue(value: unknown, limits: ResolvedLimits): ToolOutcome {
  if (typeof value !== 'object' || value === null) return invalid(`It is ${describeType(value)}.`);
  const result: RawResult = { ...value };
  const extras = interpretExtras(result);
  if ('status' in extras) return extras;
  if (result.ok === true) return interpretSuccess(result, extras);
  if (result.ok === false) return interpretFailure(result, extras, limits);
  if (!Array.isArray(result.content)) return invalid('It has neither `ok` nor `content`.');
  const content = interpretContent(result.content);
  if ('status' in content) return content;
  if (result.isError === true) return { ...failWith(content, limits), ...extras };
  return { status: 'ok', content, ...extras };
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
  const text: ContentPart = { type: 'text', text: result.value };
  if (result.media === undefined) return { status: 'ok', content: [text], ...extras };
  if (!Array.isArray(result.media)) return invalid('`media` is not a list.');
  const media = interpretContent(result.media);
  return 'status' in media ? media : { status: 'ok', content: [text, ...media], ...extras };
}

/** The parts, copied; a failure that names the first bad one if there is one. */
function interpretContent(parts: readonly unknown[]): readonly ContentPart[] | Failure {
  const content: ContentPart[] = [];
  for (const [index, part] of parts.entries()) {
    const read = readContentPart(part);
    if (read === undefined) return invalid(`Part ${index} of \`content\` is not a content part.`);
    content.push(read);
  }
  return base64CharsOf(content) <= base64Chars(MEDIA_BYTES)
    ? content
    : fail('result_too_large', `Its media have more than ${MEDIA_BYTES} bytes.`);
}

function interpretFailure(result: RawResult, extras: Extras, limits: ResolvedLimits): ToolOutcome {
  const message = typeof result.error === 'string' ? result.error : 'The tool gave no reason.';
  return { ...fail(knownCode(result.code), boundMessage(message, limits)), ...extras };
}

function interpretExtras(result: RawResult): Extras | Failure {
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

function invalid(detail: string): Failure {
  return fail('result_invalid', `${ERROR_CODES.result_invalid.summary} ${detail}`);
}

function describeType(value: unknown): string {
  return value === null ? 'null' : value === undefined ? 'undefined' : `a ${typeof value}`;
}
