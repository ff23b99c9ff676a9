import { signal } from '@preact/signals';
import { readKept } from './kept.ts';
import { type ApiProblem, answerLost, interpretProblem, unreachable } from './problem.ts';

export interface Question {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON; POST unless `method` says otherwise. */
  readonly body?: object;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly signal?: AbortSignal;
}

/** Turns true when the host does not know this browser any more: revoked, expired or signed out elsewhere. */
export const isTurnedAway = signal(false);

/** What every request of the console says beside its cookie. */
export function consoleHeaders(): Record<string, string> {
  const key = readKept('key');
  return key === undefined ? {} : { 'x-mortise-console': key };
}

/** Asks the host. Rejects with `ApiProblem`, or as `fetch` does when it was aborted. */
export async function ask<Answer>(path: string, question: Question = {}): Promise<Answer> {
  const { body, signal: aborting } = question;
  const { method = body === undefined ? 'GET' : 'POST' } = question;
  const response = await send(
    path,
    {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        ...consoleHeaders(),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(aborting === undefined ? {} : { signal: aborting }),
    },
    question,
  );
  const raw: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    if (raw === undefined) throw lost(method);
    // The API's own schemas say what it answers with.
    return raw as Answer;
  }
  const problem = interpretProblem(response.status, raw);
  if (problem.status === 401 && problem.code === 'unauthorized') isTurnedAway.value = true;
  throw problem;
}

async function send(path: string, init: RequestInit, { query }: Question): Promise<Response> {
  try {
    return await fetch(addressOf(path, query), init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw lost(init.method);
  }
}

/** A question can be asked again; of an action without an answer it is not known what became of it. */
function lost(method = 'GET'): ApiProblem {
  return method === 'GET' ? unreachable() : answerLost();
}

/** Relative to the page, so that a proxy may serve it below any path. */
export function addressOf(path: string, query: Question['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return `.${path}${search}`;
}

/** A path of which some parts are names: `path\`/api/agents/${id}\``. */
export function path(texts: TemplateStringsArray, ...names: readonly string[]): string {
  return texts.reduce(
    (whole, text, index) => `${whole}${encodeURIComponent(names[index - 1] ?? '')}${text}`,
  );
}
