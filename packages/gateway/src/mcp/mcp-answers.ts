import { ERROR_CODES } from '@mortise/contracts';
import { jsonRpcError } from './json-rpc-error.ts';
import { SESSION_HEADER } from './session-key.ts';

/** An answer in the terms of the web: as it is, or made of the request in those terms. */
export type WebAnswer = Response | ((request: Request) => Promise<Response>);

/**
 * What a program that sent a request needs to know to send it again. As an answer to a request it has the status
 * of one: clients take any other for a broken connection and show neither the reason nor the time to wait.
 */
export function notNow(code: 'too_busy' | 'host_draining', id?: unknown): Response {
  const { summary, hint } = ERROR_CODES[code];
  const isAnswer = typeof id === 'string' || typeof id === 'number';
  return jsonRpcError(
    isAnswer ? 200 : 503,
    { code: -32_000, message: summary },
    { id, data: { code, hint, retryAfterMs: RETRY_MS }, headers: { 'Retry-After': '1' } },
  );
}

const RETRY_MS = 1_000;

/** Clients of the older revision initialize anew when they are told this, some of them by the words of the SDK. */
export function noSuchSession(id: unknown): Response {
  const message = 'Session not found. Initialize a new one.';
  return jsonRpcError(404, { code: -32_001, message }, { id });
}

export function badSessionHeader(): Response {
  const rule = `${SESSION_HEADER} takes 1 to 128 visible ASCII characters without blanks.`;
  return jsonRpcError(400, { code: -32_000, message: rule });
}
