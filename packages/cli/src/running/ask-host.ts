import { readFile } from 'node:fs/promises';
import { CliFault } from '../output/cli-fault.ts';
import type { RunningHost } from './running-host.ts';

/** Asks the operators' API of a host that runs. */
export type AskHost = <Answer>(path: string, request?: HostQuestion) => Promise<Answer>;

export interface HostQuestion {
  /** Sent as JSON with POST; GET without it. */
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** `undefined` if the token cannot be read: this account may not ask. */
export async function createAskHost(
  host: RunningHost,
  tokenFile: string,
): Promise<AskHost | undefined> {
  const token = await readFile(tokenFile, 'utf8').catch(() => undefined);
  if (token === undefined) return undefined;
  return async <Answer>(path: string, { body, signal }: HostQuestion = {}) => {
    const response = await fetch(`${host.url}${path}`, {
      headers: {
        Authorization: `Bearer ${token.trim()}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw refusal(answer, response.status);
    // The API's own schemas say what it answers with.
    return answer as Answer;
  };
}

function refusal(rawAnswer: unknown, status: number): CliFault {
  const { code, message, hint } = { ...(rawAnswer as object) } as Record<string, unknown>;
  return new CliFault(status === 404 || status === 400 ? 'usage' : 'unwell', {
    code: String(code ?? 'host_refused'),
    message: String(message ?? `The running host answered with ${status}.`),
    hint: String(hint ?? 'See `mortise doctor`.'),
  });
}
