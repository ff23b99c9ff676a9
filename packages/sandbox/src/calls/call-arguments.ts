import { jsonDepthWithin, type RunRequest, refuse, type ToolOutcome } from '@mortise/contracts';
import type { Extension } from '../extensions/extension.ts';
import { type CallBody, NAME_MARK, TEXT_MARK } from '../wire/call-frames.ts';
import { FRAME_END } from '../wire/frame-codec.ts';

/** Shorter texts are quoted faster than they are looked at. */
const LONG_CHARS = 200;
/** Each enters its isolate by itself. */
const MAX_LONG_TEXTS = 8;
const PLAIN_KEY = /^\w{1,64}$/;

/** The two fields that arguments cross in. */
export type ArgumentFields = Pick<CallBody, 'textCount' | 'args'>;

/** Those fields, or the refusal of arguments that cannot be written or are too large. */
export function writeArguments(
  request: RunRequest,
  { limits }: Extension,
): ArgumentFields | { readonly reply: ToolOutcome } {
  const { args = {} } = request;
  try {
    if (!jsonDepthWithin(args, limits.argumentDepth))
      return invalidInput(`/: deeper than ${limits.argumentDepth} levels`);
    const fields = write(args);
    if (fields === undefined) return invalidInput('/: is not JSON');
    const limit = limits.argumentBytes;
    const { length } = fields.args;
    if (length > limit || (length * 3 > limit && Buffer.byteLength(fields.args) > limit))
      return invalidInput(`/: larger than ${limit} bytes`);
    return fields;
  } catch {
    return invalidInput('/: cannot be written as JSON');
  }
}

/**
 * JSON, with the long texts of an object behind it as they are: quoting them here and reading them
 * in the guest costs more than the rest of a call (measured).
 */
function write(args: unknown): ArgumentFields | undefined {
  if (!isPlainObject(args) || args['toJSON'] !== undefined) return plain(JSON.stringify(args));
  let rest: { [key: string]: unknown } | undefined;
  let names = '';
  let texts = '';
  let count = 0;
  for (const key of Object.keys(args)) {
    const value = args[key];
    if (typeof value !== 'string' || !crossesRaw(key, value)) continue;
    rest ??= { ...args };
    rest[key] = 0;
    names += `${NAME_MARK}${key}`;
    texts += `${TEXT_MARK}${value}`;
    count += 1;
    if (count === MAX_LONG_TEXTS) break;
  }
  const json = JSON.stringify(rest ?? args);
  return count === 0 ? plain(json) : { textCount: count, args: `${json}${names}${texts}` };
}

function plain(json: string | undefined): ArgumentFields | undefined {
  return json === undefined ? undefined : { textCount: 0, args: json };
}

function crossesRaw(key: string, value: string): boolean {
  return (
    value.length >= LONG_CHARS &&
    PLAIN_KEY.test(key) &&
    key !== '__proto__' &&
    value.isWellFormed() &&
    !value.includes(FRAME_END) &&
    !value.includes(TEXT_MARK)
  );
}

function isPlainObject(value: unknown): value is { readonly [key: string]: unknown } {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

function invalidInput(message: string): { readonly reply: ToolOutcome } {
  return { reply: refuse('input_invalid', message) };
}
