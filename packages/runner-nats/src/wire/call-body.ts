import {
  isFiniteJson,
  type JsonValue,
  jsonDepthWithin,
  type ResolvedLimits,
  type RunCaller,
  type RunRequest,
} from '@mortise/contracts';

/** What a node is told of a call. Who asked stays with the host, and so does what came with the turn. */
export interface NodeCallBody {
  readonly callId: string;
  readonly toolName: string;
  readonly mode: RunRequest['mode'];
  readonly args: unknown;
  readonly caller: Omit<RunCaller, 'principalId'>;
  readonly overrides?: { readonly [key: string]: JsonValue };
}

/** The JSON of it, or what is wrong with the arguments. */
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
    const written = JSON.stringify(args);
    if (written === undefined) return { problem: '/: is not JSON' };
    if (written.length * 3 > argumentBytes && Buffer.byteLength(written) > argumentBytes)
      return { problem: `/: larger than ${argumentBytes} bytes` };
    const rest = JSON.stringify({ callId, toolName, mode, caller: shown, overrides });
    return { json: `${rest.slice(0, -1)},"args":${written}}` };
  } catch {
    return { problem: '/: cannot be written as JSON' };
  }
}

const MAX_DEPTH = 140;

/** Undefined if it is none. It comes from a host, which is trusted; what a broken one sends runs nothing. */
export function readCallBody(json: string): NodeCallBody | undefined {
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
    body.caller !== null;
  return isBody ? (body as NodeCallBody) : undefined;
}
