import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { ToolState } from '@mortise/contracts';
import type { SessionResult } from '@mortise/host';

/** What a policy says of a request, and a time to wait, in the range that JSON-RPC leaves to servers. */
const REFUSED = -32_000;

/**
 * How a client is told that a prompt or a resource gave no answer: these results have no form for errors. One that
 * is not for this agent is told as one that is not there.
 */
export function offerProblem(
  result: SessionResult | undefined,
  state: ToolState | undefined,
  unknown: ProtocolError,
): ProtocolError {
  if (result === undefined || result.ok) {
    return new ProtocolError(ProtocolErrorCode.InternalError, 'The host gave no answer.');
  }
  const { code, message, hint, retryAfterMs } = result;
  if (code === 'not_available' && state !== 'unavailable') return unknown;
  const data = { code, hint, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  return new ProtocolError(codeOf(result), message, data);
}

function codeOf({ status, code }: Extract<SessionResult, { readonly ok: false }>): number {
  if (code === 'input_invalid') return ProtocolErrorCode.InvalidParams;
  return status === 'refused' ? REFUSED : ProtocolErrorCode.InternalError;
}
