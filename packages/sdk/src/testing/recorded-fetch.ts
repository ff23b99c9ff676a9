import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { FakeFetch, FakeRequest, FakeResponse } from './fake-network.ts';

interface Recording {
  readonly request: Pick<FakeRequest, 'method' | 'url' | 'body'>;
  readonly response: FakeResponse;
}

/** Answers from a file that `recordFetch` wrote; a request that is not in it fails. */
export function replayFetch(file: string): FakeFetch {
  const recordings = read(file);
  return (request) => {
    const found = recordings.find((each) => isSame(each.request, request));
    if (found !== undefined) return found.response;
    throw new Error(`${request.method} ${request.url} is not in ${file}; record it first`);
  };
}

/**
 * Passes requests on and writes the answers to a file, for `replayFetch`. Request headers are not
 * written: they are where credentials are. Use it by hand, not in a test that runs everywhere.
 */
export function recordFetch(file: string, fetch: typeof globalThis.fetch): FakeFetch {
  const recordings = existsSync(file) ? [...read(file)] : [];
  return async (request) => {
    const { url, method, headers, body } = request;
    const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
    const type = answer.headers.get('content-type');
    const response: FakeResponse = {
      status: answer.status,
      headers: type === null ? {} : { 'content-type': type },
      body: await answer.text(),
    };
    recordings.push({
      request: { method, url, ...(body === undefined ? {} : { body }) },
      response,
    });
    writeFileSync(file, `${JSON.stringify(recordings, null, 2)}\n`);
    return response;
  };
}

function read(file: string): readonly Recording[] {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function isSame(recorded: Recording['request'], request: FakeRequest): boolean {
  return (
    recorded.method === request.method &&
    recorded.url === request.url &&
    recorded.body === request.body
  );
}
