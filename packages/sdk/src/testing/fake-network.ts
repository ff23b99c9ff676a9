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
  return {
    async fetch(input, { allowedHosts }, { toolName }) {
      const request = readRequest(input);
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
