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
  '`host`, `*.host` or `*` (any name, never an address), with `:port` and `https://`, `http://`, `wss://` or `ws://`; without them https and the port of the scheme. A WebSocket needs `wss://` or `ws://`.',
);
const methods = Type.Optional(texts('HTTP methods; GET and HEAD if absent.'));

/** What a call names a connection by that stays open: a number of its own choice, used once. */
const Stream = Type.Integer({ minimum: 1, maximum: 1_000_000 });
const OfStream = Type.Object({ stream: Stream }, closed);

/** Bytes or text that cross in one piece. */
const PIECE = { data: Type.String(), encoding: Encoding } as const;

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
  stream: Type.Optional(Stream),
  bodyFollows: Type.Optional(
    Type.Boolean({ description: 'The body is written to the stream, piece by piece.' }),
  ),
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
  /** There is more than `body`: it is read from the stream that the request named. */
  more: Type.Optional(Type.Boolean()),
});

/** Requests, as `fetch` and `ctx.fetch`. */
export const networkCapability = defineCapability({
  // `ctx.fetch` and the global `fetch` answer a `Response`, which is more than data.
  handle: undefined,
  summary: 'Requests it may make.',
  example: '{ allowedHosts: ["api.example.com"] }',
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
    read: defineOperation({
      summary: 'Answers the next piece of a response body, when there is one.',
      call: (stream: number) => ({ stream }),
      input: OfStream,
      output: Type.Object({ ...PIECE, done: Type.Boolean() }),
      target: nameStream,
      isContinued: true,
    }),
    write: defineOperation({
      summary: 'Sends a piece of a request body; answers when there is room for the next.',
      call: (stream: number, data: string, encoding: 'utf8' | 'base64', done: boolean) => ({
        ...{ stream, data, encoding, done },
      }),
      input: Type.Object({ stream: Stream, ...PIECE, done: Type.Boolean() }, closed),
      output: Type.Null(),
      target: nameStream,
      isContinued: true,
    }),
    cancel: defineOperation({
      summary: 'Ends a request or a connection at once.',
      call: (stream: number) => ({ stream }),
      input: OfStream,
      output: Type.Null(),
      target: nameStream,
      isContinued: true,
    }),
    connect: defineOperation({
      summary: 'Opens a WebSocket to a host that is granted as `wss://` or `ws://`.',
      call: (stream: number, url: string, protocols?: string[]) => ({ stream, url, protocols }),
      input: Type.Object(
        {
          stream: Stream,
          url: Type.String({ minLength: 1, maxLength: 8_000 }),
          protocols: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 16 }),
          ),
        },
        closed,
      ),
      output: Type.Object({ protocol: Type.String() }),
      target: ({ url }) => `WEBSOCKET ${url.replace(/[?#].*$/s, '')}`,
    }),
    send: defineOperation({
      summary: 'Sends one message; answers when there is room for the next.',
      call: (stream: number, data: string, encoding: 'utf8' | 'base64') => ({
        ...{ stream, data, encoding },
      }),
      input: Type.Object({ stream: Stream, ...PIECE }, closed),
      output: Type.Null(),
      target: nameStream,
      isContinued: true,
    }),
    receive: defineOperation({
      summary:
        'Answers the messages that have come, when there is one, and how the connection ended.',
      call: (stream: number) => ({ stream }),
      input: OfStream,
      output: Type.Object({
        messages: Type.Array(Type.Object(PIECE)),
        closed: Type.Optional(
          Type.Object({ code: Type.Integer(), reason: Type.String(), wasClean: Type.Boolean() }),
        ),
      }),
      target: nameStream,
      isContinued: true,
    }),
    close: defineOperation({
      summary: 'Closes a WebSocket in its own way; what is still to come is received before.',
      call: (stream: number, code?: number, reason?: string) => ({ stream, code, reason }),
      input: Type.Object(
        {
          stream: Stream,
          code: Type.Optional(Type.Integer({ minimum: 1_000, maximum: 4_999 })),
          reason: Type.Optional(Type.String({ maxLength: 123 })),
        },
        closed,
      ),
      output: Type.Null(),
      target: nameStream,
      isContinued: true,
    }),
  },
});

const METHOD = /^[A-Z]{3,20}$/;

function nameStream({ stream }: { readonly stream: number }): string {
  return `stream ${stream}`;
}

/** `api.test` and `https://api.test` are one host; what is no pattern is only itself. */
function isSameHost(one: string, other: string): boolean {
  const [first, second] = [one, other].map(parseHostPattern);
  if (first === undefined || second === undefined) return one === other;
  return formatHostPattern(first) === formatHostPattern(second);
}
