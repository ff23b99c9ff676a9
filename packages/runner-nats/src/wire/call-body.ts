import {
  isFiniteJson,
  jsonDepthWithin,
  type ResolvedLimits,
  type RunRequest,
} from '@mortise/contracts';
import { splitTexts, writeWithTexts } from './raw-text.ts';

/**
 * What a node is told of a request: JSON, long texts of its arguments behind it; or what is wrong with the
 * arguments. Who asked stays with the host, and so does what came with the turn.
 */
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
export function readCallBody(
  written: string,
  timeoutMs: number,
): Omit<RunRequest, 'extensionId'> | undefined {
  const { json, texts } = splitTexts(written);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!isFiniteJson(value, MAX_DEPTH) || typeof value !== 'object' || value === null)
    return undefined;
  const { callId, toolName, mode, caller, overrides, args: given } = value as Partial<RunRequest>;
  if (typeof callId !== 'string' || typeof toolName !== 'string') return undefined;
  if (mode !== 'run' && mode !== 'validate') return undefined;
  if (typeof caller !== 'object' || caller === null) return undefined;
  if (texts.length > 0 && !isRecord(given)) return undefined;
  // In its place: the order of arguments is theirs to tell.
  const args = isRecord(given) ? given : {};
  for (const [name, text] of texts) if (Object.hasOwn(args, name)) args[name] = text;
  const request = { callId, toolName, mode, args: given, caller, timeoutMs };
  return overrides === undefined ? request : { ...request, overrides };
}

function isRecord(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
