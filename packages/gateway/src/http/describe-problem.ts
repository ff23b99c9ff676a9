import { type ErrorCode, type Logger, MortiseError } from '@mortise/contracts';
import { FileProblem, HttpProblem, problemBody } from './http-problem.ts';

/** What a client is told of whatever ended its request: `{ code, message, hint }` with a status. */
export function describeProblem(error: unknown, path: string, logger: Logger): Response {
  if (error instanceof HttpProblem) {
    const { status, code, message, headers } = error;
    return Response.json(problemBody(code, message), { status, headers: { ...headers } });
  }
  if (error instanceof FileProblem) return Response.json(error.body, { status: 409 });
  if (MortiseError.is(error)) {
    const status = statusOf(error.code);
    return Response.json(problemBody(error.code, error.message), { status });
  }
  logger.error({ error, path }, 'A request failed.');
  return Response.json(problemBody('internal_error', 'The host failed to answer.'), {
    status: 500,
  });
}

function statusOf(code: ErrorCode): 400 | 403 | 404 | 409 | 503 {
  if (code === 'approval_decided') return 409;
  if (code === 'approval_forbidden') return 403;
  if (code === 'host_closed' || code === 'token_store_failed') return 503;
  if (code === 'forbidden') return 403;
  if (code === 'token_unknown' || code.startsWith('audit_')) return 404;
  return code.startsWith('unknown_') ? 404 : 400;
}
