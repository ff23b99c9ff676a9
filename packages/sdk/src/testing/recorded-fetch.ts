import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FakeFetch, FakeRequest, FakeResponse } from './fake-network.ts';

interface Recording {
  readonly request: Pick<FakeRequest, 'method' | 'url' | 'body'>;
  readonly response: FakeResponse;
}

export interface RecordedFetchOptions {
  /** Makes the requests and writes the answers to the file; without it the file answers. */
  readonly isRecording?: boolean;
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Answers of a real service, recorded once and replayed in every test since:
 * `recordedFetch('fixtures/forecast.json', { isRecording: process.env.RECORD === '1' })`.
 */
export function recordedFetch(file: string, options: RecordedFetchOptions = {}): FakeFetch {
  const { isRecording = false, fetch = globalThis.fetch } = options;
  return isRecording ? recordFetch(file, fetch) : replayFetch(file);
}

/** Passes requests on to the network as it is: for a server that the test itself runs on this machine. */
export function liveFetch(fetch: typeof globalThis.fetch = globalThis.fetch): FakeFetch {
  return async (request) => answerOf(request, fetch);
}

/** Answers from a file that `recordFetch` wrote; a request that is not in it fails. */
export function replayFetch(file: string): FakeFetch {
  if (!existsSync(file)) {
    throw new Error(
      `There is no recording at ${file}: run this test once with { isRecording: true }, which writes it`,
    );
  }
  const recordings = read(file);
  return (request) => {
    const found = recordings.find((each) => isSame(each.request, request));
    if (found !== undefined) return found.response;
    throw new Error(
      `${request.method} ${request.url} is not in ${file}; record it first, with { isRecording: true }`,
    );
  };
}

/**
 * Passes requests on and writes the answers to a file, for `replayFetch`; what it holds of the same
 * request is replaced. Request headers are not written: they are where credentials are. Use it by
 * hand, not in a test that runs everywhere.
 */
export function recordFetch(file: string, fetch: typeof globalThis.fetch): FakeFetch {
  let recordings = existsSync(file) ? read(file) : [];
  mkdirSync(dirname(file), { recursive: true });
  return async ({ url, method, headers, body }) => {
    const request = { method, url, ...(body === undefined ? {} : { body }) };
    const response = await answerOf({ ...request, headers }, fetch);
    const others = recordings.filter((each) => !isSame(each.request, request));
    recordings = [...others, { request, response }];
    writeFileSync(file, `${JSON.stringify(recordings, null, 2)}\n`);
    return response;
  };
}

async function answerOf(
  { url, method, headers, body }: FakeRequest,
  fetch: typeof globalThis.fetch,
): Promise<FakeResponse> {
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const type = answer.headers.get('content-type');
  return {
    status: answer.status,
    headers: type === null ? {} : { 'content-type': type },
    body: await answer.text(),
  };
}

function read(file: string): readonly Recording[] {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function isSame(recorded: Recording['request'], request: Recording['request']): boolean {
  return (
    recorded.method === request.method &&
    recorded.url === request.url &&
    recorded.body === request.body
  );
}
