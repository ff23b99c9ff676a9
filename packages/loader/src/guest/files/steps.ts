import { ambient } from '../ambient.ts';

/** One question to the host. */
export interface HostStep {
  readonly operation: string;
  readonly args: readonly unknown[];
}

/**
 * What is done with files, as a row of questions to the host. Written once, and run while the caller
 * waits, or as a promise.
 */
export type Steps<Answer> = Generator<HostStep, Answer, unknown>;

export function runNow<Answer>(steps: Steps<Answer>): Answer {
  try {
    return runThrough(steps);
  } catch (error) {
    // As of Node's own: of where it was asked nothing is left once all that is inside has its lines in a stack.
    if (error instanceof Error) Error.captureStackTrace(error, runNow);
    throw error;
  }
}

function runThrough<Answer>(steps: Steps<Answer>): Answer {
  let next = steps.next();
  while (!next.done) {
    const { operation, args } = next.value;
    let answer: unknown;
    try {
      answer = ambient.askSync(operation, args);
    } catch (error) {
      next = steps.throw(error);
      continue;
    }
    next = steps.next(answer);
  }
  return next.value;
}

export async function runLater<Answer>(steps: Steps<Answer>): Promise<Answer> {
  let next = steps.next();
  while (!next.done) {
    const { operation, args } = next.value;
    let answer: unknown;
    try {
      answer = await ambient.ask(operation, args);
    } catch (error) {
      next = steps.throw(error);
      continue;
    }
    next = steps.next(answer);
  }
  return next.value;
}
