import { ERROR_CODES, type ErrorCode } from '@mortise/contracts';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Ends a request early. The answer is `{ code, message, hint }` with this status. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: ContentfulStatusCode;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  /** Who was refused, where that is known. */
  readonly principalId: string | undefined;

  constructor(
    status: ContentfulStatusCode,
    code: ErrorCode,
    { detail, headers = {}, principalId }: HttpProblemExtras = {},
  ) {
    super(
      detail === undefined ? ERROR_CODES[code].summary : `${ERROR_CODES[code].summary} ${detail}`,
    );
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.principalId = principalId;
  }
}

export interface HttpProblemExtras {
  readonly detail?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly principalId?: string;
}

/** Ends a request with what the program that serves said of its own files. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly body: ProblemBody;

  constructor({ code, message, hint }: ProblemBody) {
    super(message);
    this.body = { code, message, hint };
  }
}

/** The body every error of the API has. */
export interface ProblemBody {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export function problemBody(code: ErrorCode, message: string): ProblemBody {
  return { code, message, hint: ERROR_CODES[code].hint };
}
