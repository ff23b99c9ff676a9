import {
  type JsonValue,
  matchesHost,
  type OperationInput,
  type OperationOutput,
  parseHostPattern,
} from '@mortise/contracts';
import type { FakeBroker } from './fake-broker.ts';
import { denied, failed } from './fake-refusal.ts';

/** A request as the extension made it. */
export interface FakeRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
}

/** An answer; `json` is a short way to a body with its content type. */
export interface FakeResponse {
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
  readonly json?: JsonValue;
}

/** Stands for the network. Throwing is a connection that failed. */
export type FakeFetch = (request: FakeRequest) => FakeResponse | Promise<FakeResponse>;

type FetchInput = OperationInput<'network', 'fetch'>;

/** A network broker that connects to nothing. Hosts are checked as a host checks them. */
export function createFakeNetwork(
  fetch: FakeFetch,
  requests: FakeRequest[],
): FakeBroker<'network'> {
  const uploads = new FakeUploads();
  return {
    write: ({ stream, data, encoding, done }, _grant, { signal }) =>
      uploads.write(signal, stream, { bytes: Buffer.from(data, encoding), done }),
    cancel: () => null,
    async fetch(input, { allowedHosts }, { toolName, signal }) {
      const { stream = 0, bodyFollows } = input.init ?? {};
      const sent = bodyFollows === true ? await uploads.read(signal, stream) : undefined;
      const request = { ...readRequest(input), ...(sent !== undefined && { body: sent }) };
      const url = new URL(request.url);
      if (!allowedHosts.some((text) => isMatch(text, url))) {
        throw denied(`${url.host} is not among the allowed hosts of ${toolName}.`);
      }
      requests.push(request);
      try {
        return writeResponse(await fetch(request), request);
      } catch (error) {
        throw failed(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

/** Bodies that come piece by piece, by call and stream. */
class FakeUploads {
  readonly #byCall = new WeakMap<AbortSignal, Map<number, FakeUpload>>();

  read(signal: AbortSignal, stream: number): Promise<string> {
    return this.#open(signal, stream).whole.promise;
  }

  write(
    signal: AbortSignal,
    stream: number,
    { bytes, done }: { readonly bytes: Buffer; readonly done: boolean },
  ): null {
    const upload = this.#open(signal, stream);
    upload.pieces.push(bytes);
    if (done) upload.whole.resolve(Buffer.concat(upload.pieces).toString());
    return null;
  }

  #open(signal: AbortSignal, stream: number): FakeUpload {
    const streams = this.#byCall.get(signal) ?? new Map<number, FakeUpload>();
    this.#byCall.set(signal, streams);
    const known = streams.get(stream) ?? { pieces: [], whole: Promise.withResolvers<string>() };
    streams.set(stream, known);
    return known;
  }
}

interface FakeUpload {
  readonly pieces: Buffer[];
  readonly whole: PromiseWithResolvers<string>;
}

function isMatch(text: string, url: URL): boolean {
  const pattern = parseHostPattern(text);
  return pattern !== undefined && matchesHost(pattern, url);
}

function readRequest({ url, init = {} }: FetchInput): FakeRequest {
  const { method = 'GET', headers = {}, body } = init;
  const pairs: readonly (readonly [string, string])[] = Array.isArray(headers)
    ? headers.map(([name = '', value = '']) => [name, value])
    : Object.entries(headers);
  return {
    url,
    method: method.toUpperCase(),
    headers: Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value])),
    ...(typeof body === 'string'
      ? { body: Buffer.from(body, init.bodyEncoding ?? 'utf8').toString() }
      : {}),
  };
}

function writeResponse(
  response: FakeResponse,
  request: FakeRequest,
): OperationOutput<'network', 'fetch'> {
  const json = response.json === undefined ? undefined : JSON.stringify(response.json);
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  return {
    status: response.status ?? 200,
    statusText: '',
    url: request.url,
    redirected: false,
    headers: Object.entries({ ...type, ...response.headers }),
    body: json ?? response.body ?? '',
    bodyEncoding: 'utf8',
  };
}
