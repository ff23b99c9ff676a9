/** What the host answers in place of what was asked for: what went wrong, and what to do next. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** 0 if the host could not be reached at all. */
  readonly status: number;
  readonly code: string;
  readonly hint: string;

  constructor(status: number, { code, message, hint }: ProblemBody) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}

export interface ProblemBody {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** Whatever was thrown, as something to show. */
export function problemOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ApiProblem(0, {
    code: 'console_failed',
    message: `The console failed: ${message}`,
    hint: 'Load the page again. If it stays, the browser’s log says more.',
  });
}

export function interpretProblem(status: number, raw: unknown): ApiProblem {
  const { code, message, hint } = { ...(raw as object) } as Partial<Record<string, unknown>>;
  return new ApiProblem(status, {
    code: typeof code === 'string' ? code : 'unknown',
    message: typeof message === 'string' ? message : `The host answered with ${status}.`,
    hint: typeof hint === 'string' ? hint : 'Try again; `mortise doctor` says how the host is.',
  });
}

/** Something was asked for that changes the host, and no answer came: it may have been done or not. */
export function answerLost(): ApiProblem {
  return new ApiProblem(0, {
    code: 'answer_lost',
    message: 'The answer of the host was lost: it is not known whether this was done.',
    hint: 'Look at what is there now before you do it again.',
  });
}

export function unreachable(): ApiProblem {
  return new ApiProblem(0, {
    code: 'unreachable',
    message: 'The host cannot be reached.',
    hint: 'It may have stopped, or the network is gone. What you see is as it was; it is asked for again by itself.',
  });
}
