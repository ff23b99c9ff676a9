import {
  jsonDepthWithin,
  type ResolvedLimits,
  type RunCaller,
  type RunRequest,
  refuse,
  type ToolOutcome,
} from '@mortise/contracts';
import {
  type CallBody,
  type CallerFacts,
  NAME_MARK,
  TEXT_MARK,
  writeCallBody,
} from '../wire/call-frames.ts';
import { FRAME_END } from '../wire/frame-codec.ts';

/** Shorter texts are quoted faster than they are looked at. */
const LONG_CHARS = 200;
/** Each enters its isolate by itself. */
const MAX_LONG_TEXTS = 8;
const PLAIN_KEY = /^\w{1,64}$/;
const PLAIN_ID = /^[\w.:-]{1,200}$/;

/** The two fields that arguments cross in. */
type ArgumentFields = Pick<CallBody, 'textCount' | 'args'>;

/** Writes what the guest reads of a call: its id, facts about its caller, and its arguments. */
export class CallBodyWriter {
  #lastCaller: RunCaller | undefined;
  #lastFacts = '';

  /** Answers the refusal of arguments that cannot be written or are too large. */
  write(request: RunRequest, limits: ResolvedLimits): string | ToolOutcome {
    const fields = writeArguments(request.args, limits);
    if (typeof fields === 'string') return refuse('input_invalid', fields);
    const { callId, mode } = request;
    const { textCount, args } = fields;
    const facts = this.#writeFacts(request);
    // An ordinary id crosses as it is, any other as JSON.
    const id = PLAIN_ID.test(callId) ? callId : JSON.stringify(callId);
    return writeCallBody({ mode, callId: id, facts, textCount, args });
  }

  /** One caller makes many calls. */
  #writeFacts({ caller, overrides }: RunRequest): string {
    if (overrides !== undefined) return writeFacts({ ...caller, overrides });
    if (this.#lastCaller === undefined || !isSameCaller(this.#lastCaller, caller)) {
      this.#lastCaller = { ...caller };
      this.#lastFacts = writeFacts(caller);
    }
    return this.#lastFacts;
  }
}

function isSameCaller(a: RunCaller, b: RunCaller): boolean {
  return (
    a.agentId === b.agentId &&
    a.sessionKey === b.sessionKey &&
    a.userId === b.userId &&
    a.turnCount === b.turnCount
  );
}

function writeFacts({ agentId, sessionKey, userId, turnCount, overrides }: CallerFacts): string {
  return JSON.stringify({ agentId, sessionKey, userId, turnCount, overrides });
}

/** The fields of arguments, or what is wrong with them. */
function writeArguments(
  given: unknown,
  { argumentDepth, argumentBytes }: ResolvedLimits,
): ArgumentFields | string {
  const args = given === undefined ? {} : given;
  try {
    // Most have no levels at all.
    if (!isFlat(args) && !jsonDepthWithin(args, argumentDepth))
      return `/: deeper than ${argumentDepth} levels`;
    const fields = write(args);
    if (fields === undefined) return '/: is not JSON';
    const { length } = fields.args;
    const mayBeLarger = length * 3 > argumentBytes;
    if (length > argumentBytes || (mayBeLarger && Buffer.byteLength(fields.args) > argumentBytes))
      return `/: larger than ${argumentBytes} bytes`;
    return fields;
  } catch {
    return '/: cannot be written as JSON';
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

function isFlat(args: unknown): boolean {
  if (!isPlainObject(args)) return false;
  for (const key in args) if (typeof args[key] === 'object' && args[key] !== null) return false;
  return true;
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
