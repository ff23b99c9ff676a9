import type { CapabilityBroker, JsonValue } from '@mortise/contracts';
import { declaredOf, denied, done, failed } from './broker-reply.ts';

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

/** A network broker that connects to nothing. Hosts are checked as the tool declared them. */
export function createFakeNetwork(fetch: FakeFetch, requests: FakeRequest[]): CapabilityBroker {
  return {
    async handle(operation, input, subject) {
      if (operation !== 'fetch') return failed(`network has no operation ${operation}`);
      const request = readRequest(input);
      const hosts = declaredOf(subject.grant)['allowedHosts'];
      const host = new URL(request.url).hostname;
      if (!isAllowed(host, Array.isArray(hosts) ? hosts : [])) {
        return denied(`${host} is not among the allowed hosts of ${subject.toolName}.`);
      }
      requests.push(request);
      try {
        return done(writeResponse(await fetch(request), request));
      } catch (error) {
        return failed(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

function readRequest(input: JsonValue): FakeRequest {
  // The guest's own `fetch` wrote it: a bad shape fails the test that made it.
  const { url, init } = input as unknown as { readonly url: string; readonly init?: RawInit };
  const headers = Array.isArray(init?.headers) ? init.headers : Object.entries(init?.headers ?? {});
  return {
    url,
    method: (init?.method ?? 'GET').toUpperCase(),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    ...(typeof init?.body === 'string' ? { body: readBody(init) } : {}),
  };
}

interface RawInit {
  readonly method?: string;
  readonly headers?: readonly (readonly [string, string])[] | { readonly [name: string]: string };
  readonly body?: string | null;
  readonly bodyEncoding?: string;
}

function readBody({ body, bodyEncoding }: RawInit): string {
  return bodyEncoding === 'base64' ? Buffer.from(body ?? '', 'base64').toString() : (body ?? '');
}

function writeResponse(response: FakeResponse, request: FakeRequest): JsonValue {
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

/** `host`, `*.host` or `*`; a scheme or a port in a pattern is not looked at here. */
function isAllowed(host: string, patterns: readonly JsonValue[]): boolean {
  return patterns.some((pattern) => {
    if (typeof pattern !== 'string') return false;
    const name = pattern.replace(/^[a-z]+:\/\//, '').replace(/:\d+$/, '');
    return name === '*' || name === host || (name.startsWith('*.') && host.endsWith(name.slice(1)));
  });
}
