import {
  isFiniteJson,
  type JsonValue,
  jsonDepthWithin,
  type ResolvedLimits,
  type RunCaller,
  type RunRequest,
} from '@mortise/contracts';
import { splitTexts, writeWithTexts } from './raw-text.ts';

/** What a node is told of a call. Who asked stays with the host, and so does what came with the turn. */
export interface NodeCallBody {
  readonly callId: string;
  readonly toolName: string;
  readonly mode: RunRequest['mode'];
  readonly args: unknown;
  readonly caller: Omit<RunCaller, 'principalId'>;
  readonly overrides?: { readonly [key: string]: JsonValue };
}

/** The JSON of it, long texts of its arguments behind it; or what is wrong with the arguments. */
export function writeCallBody(
  request: RunRequest,
  { argumentDepth, argumentBytes }: ResolvedLimits,
): { readonly json: string } | { readonly problem: string } {
  const { callId, toolName, mode, args: given, caller, overrides } = request;
  const { principalId: _principalId, ...shown } = caller;
  const args = given === undefined ? {} : given;
  try {
    if (!jsonDepthWithin(args, argumentDepth))
      return { problem: `/: deeper than ${argumentDepth} levels` };
    const written = writeWithTexts(args);
    if (written === undefined) return { problem: '/: is not JSON' };
    const { json, texts } = written;
    const isLarger = (json.length + texts.length) * 3 > argumentBytes;
    if (isLarger && Buffer.byteLength(json) + Buffer.byteLength(texts) > argumentBytes)
      return { problem: `/: larger than ${argumentBytes} bytes` };
    const rest = JSON.stringify({ callId, toolName, mode, caller: shown, overrides });
    return { json: `${rest.slice(0, -1)},"args":${json}}${texts}` };
  } catch {
    return { problem: '/: cannot be written as JSON' };
  }
}

const MAX_DEPTH = 140;

/** Undefined if it is none. It comes from a host, which is trusted; what a broken one sends runs nothing. */
export function readCallBody(written: string): NodeCallBody | undefined {
  const { json, texts } = splitTexts(written);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!isFiniteJson(value, MAX_DEPTH) || typeof value !== 'object' || value === null)
    return undefined;
  const body = value as Partial<NodeCallBody>;
  const isBody =
    typeof body.callId === 'string' &&
    typeof body.toolName === 'string' &&
    (body.mode === 'run' || body.mode === 'validate') &&
    typeof body.caller === 'object' &&
    body.caller !== null &&
    (texts.length === 0 || isRecord(body.args));
  if (!isBody) return undefined;
  // In its place: the order of arguments is theirs to tell.
  const args = isRecord(body.args) ? body.args : {};
  for (const [name, text] of texts) if (Object.hasOwn(args, name)) args[name] = text;
  return body as NodeCallBody;
}

function isRecord(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
