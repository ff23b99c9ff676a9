import { Type } from '@sinclair/typebox';
import { quoteName } from '../text/quote-text.ts';
import { defineCapability, defineOperation } from './capability-definition.ts';
import { describeHost } from './describe-host.ts';
import { formatHostPattern, matchesHost, parseHostPattern } from './host-pattern.ts';
import { meetHosts, meetMethods } from './meet-lists.ts';
import {
  bytes,
  closed,
  Encoding,
  milliseconds,
  oneOf,
  options,
  Reason,
  texts,
} from './schema-parts.ts';

const STANDARD = {
  methods: ['GET', 'HEAD'],
  maxRequestBytes: 1_000_000,
  maxResponseBytes: 1_000_000,
  timeoutMs: 15_000,
} as const;

const hosts = texts(
  '`host`, `*.host` or `*` (any name, never an address), with `:port` and `https://` or `http://`; without them https and the port of the scheme.',
);
const methods = Type.Optional(texts('HTTP methods; GET and HEAD if absent.'));

const FetchInit = options({
  method: Type.Optional(Type.String({ pattern: '^[A-Za-z]{1,20}$' })),
  headers: Type.Optional(
    Type.Union([
      Type.Array(Type.Array(Type.String(), { minItems: 2, maxItems: 2 })),
      Type.Record(Type.String(), Type.String()),
    ]),
  ),
  body: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  bodyEncoding: Type.Optional(Encoding),
  redirect: Type.Optional(oneOf(['follow', 'error', 'manual'], 'What a redirect leads to.')),
});

/** A response as data; guests see it as the web's `Response`. */
const FetchResponse = Type.Object({
  status: Type.Integer(),
  statusText: Type.String(),
  url: Type.String(),
  redirected: Type.Boolean(),
  headers: Type.Array(Type.Tuple([Type.String(), Type.String()])),
  body: Type.String(),
  bodyEncoding: Encoding,
});

/** Requests, as `fetch` and `ctx.fetch`. */
export const networkCapability = defineCapability({
  // `ctx.fetch` and the global `fetch` answer a `Response`, which is more than data.
  handle: undefined,
  summary: 'Requests it may make.',
  request: Type.Object({ allowedHosts: hosts, methods, reason: Reason }, closed),
  grant: Type.Object(
    {
      allowedHosts: hosts,
      methods,
      allowPrivate: Type.Optional(
        texts('Addresses or CIDR blocks that may be connected to although they are not public.'),
      ),
      maxRequestBytes: Type.Optional(bytes('Most bytes of a request body.')),
      maxResponseBytes: Type.Optional(bytes('Most bytes of a response body.')),
      timeoutMs: Type.Optional(milliseconds('Most time of one request.')),
    },
    closed,
  ),
  standard: STANDARD,
  narrow: (grant, request) => ({
    ...grant,
    allowedHosts: meetHosts(grant.allowedHosts, request.allowedHosts),
    methods: meetMethods(grant.methods ?? STANDARD.methods, request.methods ?? STANDARD.methods),
  }),
  grantAll: ({ allowedHosts, methods: asked }) => ({
    allowedHosts,
    ...(asked && { methods: asked }),
  }),
  asks: ({ allowedHosts, methods: asked = STANDARD.methods }) => [
    ...allowedHosts.map((host) => ({ what: `host ${host}` })),
    ...asked.map((method) => ({ what: `method ${method.toUpperCase()}` })),
  ],
  values: {
    form: 'a host such as https://api.example.com, or a method such as POST',
    list: ({ allowedHosts, methods: granted }) => [
      ...allowedHosts.map((host) => ({
        value: host,
        words: `${(granted ?? STANDARD.methods).map(quoteName).join(', ')} ${describeHost(host)}`,
      })),
      // GET and HEAD come with a host.
      ...(granted ?? [])
        .filter((method) => !STANDARD.methods.some((each) => each === method))
        .map((method) => ({ value: method, words: `requests with ${quoteName(method)}` })),
    ],
    add: (grant = { allowedHosts: [] }, value) => {
      if (METHOD.test(value)) {
        return { ...grant, methods: [...new Set([...(grant.methods ?? STANDARD.methods), value])] };
      }
      if (parseHostPattern(value) === undefined) return undefined;
      return { ...grant, allowedHosts: [...new Set([...grant.allowedHosts, value])] };
    },
    remove: ({ methods: granted, ...grant }, value) => {
      const allowedHosts = grant.allowedHosts.filter((host) => !isSameHost(host, value));
      const left = (granted ?? STANDARD.methods).filter((method) => method !== value);
      if (allowedHosts.length === 0 || left.length === 0) return undefined;
      const isNarrower = granted !== undefined || left.length < STANDARD.methods.length;
      return { ...grant, allowedHosts, ...(isNarrower && { methods: left }) };
    },
    usedBy: ({ allowedHosts }, target) => {
      const url = URL.parse(target.replace(/^\S+ /, ''));
      return allowedHosts.find((host) => {
        const pattern = parseHostPattern(host);
        return url !== null && pattern !== undefined && matchesHost(pattern, url);
      });
    },
  },
  inputBytes: ({ maxRequestBytes }) => maxRequestBytes,
  operations: {
    fetch: defineOperation({
      summary: 'Makes one request, follows granted redirects and answers the response.',
      call: (url: string, init?: typeof FetchInit.static) => ({ url, init }),
      input: Type.Object(
        { url: Type.String({ minLength: 1, maxLength: 8_000 }), init: Type.Optional(FetchInit) },
        closed,
      ),
      output: FetchResponse,
      target: ({ url, init }) => `${init?.method ?? 'GET'} ${url.replace(/[?#].*$/s, '')}`,
    }),
  },
});

const METHOD = /^[A-Z]{3,20}$/;

/** `api.test` and `https://api.test` are one host; what is no pattern is only itself. */
function isSameHost(one: string, other: string): boolean {
  const [first, second] = [one, other].map(parseHostPattern);
  if (first === undefined || second === undefined) return one === other;
  return formatHostPattern(first) === formatHostPattern(second);
}
