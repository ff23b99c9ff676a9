import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { JsonValue } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { openBench, outcomeOf, subjectWith, valueOfReply } from '../testing/broker-bench.ts';
import { openCountingServer } from '../testing/counting-server.ts';
import { createNetworkBroker, type NetworkBrokerParts } from './network-broker.ts';
import type { Resolver } from './resolver.ts';

const loopback: Resolver = { resolve: async () => ['127.0.0.1'] };

interface Asked {
  readonly path: string;
  readonly init?: JsonValue;
  readonly grant?: Record<string, JsonValue>;
  readonly parts?: Partial<NetworkBrokerParts>;
  readonly signal?: AbortSignal;
}

/** A server, and a guest that is granted it under two names. */
async function openPair(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = await openCountingServer(answer);
  const bench = openBench();
  const fetch = ({ path, init, grant, parts, signal }: Asked) => {
    const broker = createNetworkBroker({ ...bench.parts, resolver: loopback, ...parts });
    const subject = subjectWith(
      {
        allowedHosts: [`http://one.test:${server.port}`, `http://two.test:${server.port}`],
        allowPrivate: ['127.0.0.0/8'],
        ...grant,
      },
      signal === undefined ? {} : { signal },
    );
    const url = `http://one.test:${server.port}${path}`;
    return broker.handle('fetch', init === undefined ? { url } : { url, init }, subject);
  };
  return { server, bench, fetch, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe('fetch within its grant (S-6)', () => {
  it('answers status, headers and text', async () => {
    await using pair = await openPair((_request, response) => {
      response.writeHead(201, { 'x-made': 'yes', 'set-cookie': ['a=1', 'b=2'] }).end('made');
    });
    const value = valueOfReply(await pair.fetch({ path: '/a?b=c#d' }));
    expect(value).toMatchObject({
      status: 201,
      statusText: 'Created',
      url: `http://one.test:${pair.server.port}/a?b=c`,
      redirected: false,
      body: 'made',
      bodyEncoding: 'utf8',
    });
    expect((value as { headers: unknown }).headers).toEqual(
      expect.arrayContaining([
        ['x-made', 'yes'],
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ]),
    );
  });

  it('sends method, headers and body, and the name in Host', async () => {
    await using pair = await openPair(async (request, response) => {
      const body = await text(request);
      const { method, headers } = request;
      response.end(JSON.stringify({ method, host: headers.host, x: headers['x-a'], body }));
    });
    const init = { method: 'post', headers: { 'X-A': '1' }, body: 'aGk=', bodyEncoding: 'base64' };
    const value = valueOfReply(await pair.fetch({ path: '/', init, grant: { methods: ['POST'] } }));
    expect(JSON.parse((value as { body: string }).body)).toEqual({
      method: 'POST',
      host: `one.test:${pair.server.port}`,
      x: '1',
      body: 'hi',
    });
  });

  it('gives bytes that are not text as base64', async () => {
    await using pair = await openPair((_request, response) => response.end(Buffer.from([0xff, 0])));
    expect(valueOfReply(await pair.fetch({ path: '/' }))).toMatchObject({
      body: '/wA=',
      bodyEncoding: 'base64',
    });
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ] as const)('decodes %s and hides that it was encoded', async (encoding, encode) => {
    await using pair = await openPair((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(encode('plain'));
    });
    const value = valueOfReply(await pair.fetch({ path: '/' }));
    expect(value).toMatchObject({ body: 'plain' });
    expect(JSON.stringify(value)).not.toContain('content-encoding');
  });

  it('uses a connection once', async () => {
    await using pair = await openPair((_request, response) => response.end());
    await pair.fetch({ path: '/' });
    await pair.fetch({ path: '/' });
    expect(pair.server.connections()).toBe(2);
  });

  it('tries the next vetted address if one does not answer', async () => {
    await using pair = await openPair((_request, response) => response.end('here'));
    const resolver: Resolver = { resolve: async () => ['127.9.9.9', '127.0.0.1'] };
    expect(valueOfReply(await pair.fetch({ path: '/', parts: { resolver } }))).toMatchObject({
      body: 'here',
    });
  });

  it('asks for a certificate of the name, at the pinned address', async () => {
    const fixtures = join(import.meta.dirname, '..', 'testing', 'fixtures');
    const cert = readFileSync(join(fixtures, 'service-test-cert.pem'), 'utf8');
    const key = readFileSync(join(fixtures, 'service-test-key.pem'), 'utf8');
    const server = createServer({ cert, key }, (_request, response) => response.end('sealed'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const fetchFrom = (name: string, certificates?: readonly string[]) => {
      const parts = certificates === undefined ? {} : { certificates };
      const broker = createNetworkBroker({ ...openBench().parts, resolver: loopback, ...parts });
      const grant = { allowedHosts: [`*.test:${port}`], allowPrivate: ['127.0.0.1'] };
      return broker.handle('fetch', { url: `https://${name}:${port}/` }, subjectWith(grant));
    };
    expect(valueOfReply(await fetchFrom('service.test', [cert]))).toMatchObject({ body: 'sealed' });
    expect(await outcomeOf(fetchFrom('other.test', [cert]))).toMatch(/^failed: .*ALTNAME/);
    expect(await outcomeOf(fetchFrom('service.test'))).toMatch(/^failed: .*SELF_SIGNED/);
    await new Promise((closed) => server.close(closed));
  });

  it('is audited without the query', async () => {
    await using pair = await openPair((_request, response) => response.end());
    await pair.fetch({ path: '/a?key=value' });
    await pair.fetch({ path: '/', init: { method: 'DELETE' } });
    expect(pair.bench.entries).toMatchObject([
      {
        kind: 'capability',
        action: 'network.fetch',
        decision: 'allowed',
        target: `GET http://one.test:${pair.server.port}/a`,
        extensionId: 'weather',
        callId: 'call-1',
      },
      { decision: 'denied', reason: 'The method DELETE is not granted.' },
    ]);
  });
});

describe('fetch and its bounds (S-6)', () => {
  it.each([
    { what: 'a long body', headers: {}, body: Buffer.alloc(5_000) },
    {
      what: 'a decompression bomb',
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(5_000)),
    },
  ])('cuts $what with an error', async ({ headers, body }) => {
    await using pair = await openPair((_request, response) => {
      response.writeHead(200, headers).end(body);
    });
    const outcome = await outcomeOf(pair.fetch({ path: '/', grant: { maxResponseBytes: 4_999 } }));
    expect(outcome).toBe('failed: The response is larger than 4999 bytes.');
    expect(await outcomeOf(pair.fetch({ path: '/', grant: { maxResponseBytes: 5_000 } }))).toBe(
      'ok',
    );
  });

  it('cuts a body without an end', async () => {
    await using pair = await openPair((_request, response) => {
      const pump = () => {
        while (!response.destroyed && response.write(Buffer.alloc(10_000)));
      };
      response.on('drain', pump);
      pump();
    });
    const outcome = await outcomeOf(pair.fetch({ path: '/', grant: { maxResponseBytes: 50_000 } }));
    expect(outcome).toMatch(/^failed: The response is larger/);
  });

  it.each([
    { what: 'never answers', answer: () => undefined },
    {
      what: 'stops in the middle',
      answer: (_request: IncomingMessage, response: ServerResponse) => void response.write('half'),
    },
  ])('ends when the server $what', async ({ answer }) => {
    await using pair = await openPair(answer);
    const outcome = await outcomeOf(pair.fetch({ path: '/', grant: { timeoutMs: 60 } }));
    expect(outcome).toBe('failed: The request took longer than 60 ms.');
  });

  it('ends when the resolver hangs', async () => {
    await using pair = await openPair((_request, response) => response.end());
    const resolver: Resolver = { resolve: () => new Promise(() => {}) };
    const outcome = await outcomeOf(
      pair.fetch({ path: '/', parts: { resolver }, grant: { timeoutMs: 40 } }),
    );
    expect(outcome).toBe('failed: The request took longer than 40 ms.');
  });

  it('ends with its call', async () => {
    const controller = new AbortController();
    await using pair = await openPair(() => controller.abort());
    expect(await outcomeOf(pair.fetch({ path: '/', signal: controller.signal }))).toBe(
      'failed: The call has ended.',
    );
    expect(await outcomeOf(pair.fetch({ path: '/', signal: controller.signal }))).toBe(
      'failed: The call has ended.',
    );
    expect(pair.server.connections()).toBe(1);
  });

  it.each([
    { what: 'a body that is too large', init: { method: 'POST', body: 'x'.repeat(11) } },
    { what: 'a body of GET', init: { body: 'x' } },
    { what: 'Host', init: { headers: { Host: 'other' } } },
    { what: 'Connection', init: { headers: { connection: 'upgrade' } } },
    { what: 'Proxy-Authorization', init: { headers: { 'Proxy-Authorization': 'x' } } },
    { what: 'Sec-Fetch-Site', init: { headers: { 'Sec-Fetch-Site': 'x' } } },
    { what: 'Transfer-Encoding', init: { headers: { 'transfer-encoding': 'chunked' } } },
    { what: 'Content-Length', init: { headers: [['content-length', '3']] } },
    { what: 'a header with a line feed', init: { headers: { a: 'x\r\nhost: other' } } },
    { what: 'a header name with a colon', init: { headers: { 'a:b': 'x' } } },
    { what: 'an empty header name', init: { headers: { '': 'x' } } },
    { what: 'too many headers', init: { headers: Array(65).fill(['a', 'b']) } },
    { what: 'CONNECT', init: { method: 'CONNECT' } },
    { what: 'a method with a blank', init: { method: 'GET /x' } },
    { what: 'an unknown option', init: { dispatcher: {} } },
  ])('refuses $what before connecting', async ({ init }) => {
    await using pair = await openPair((_request, response) => response.end());
    const grant = { methods: ['GET', 'POST'], maxRequestBytes: 10 };
    expect(await outcomeOf(pair.fetch({ path: '/', init, grant }))).toMatch(/^(?:denied|failed)/);
    expect(pair.server.connections()).toBe(0);
  });

  it.each([
    ['an encoding nobody asked for', 'zstd', Buffer.from('x')],
    ['stacked encodings', 'gzip, gzip', gzipSync(gzipSync('x'))],
    ['a lie about the encoding', 'gzip', Buffer.from('x')],
    ['a lie about brotli', 'br', Buffer.from('xxxxxxxxxx')],
  ])('fails for %s', async (_what, encoding, body) => {
    await using pair = await openPair((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(body);
    });
    expect(await outcomeOf(pair.fetch({ path: '/' }))).toMatch(/^failed: The response/);
  });

  it.each([null, 'http://one.test/', {}, { url: 1 }, [], [1, 2, 3]] as const)(
    'refuses the input %j',
    async (input) => {
      const broker = createNetworkBroker({ ...openBench().parts, resolver: loopback });
      const reply = broker.handle('fetch', input, subjectWith({ allowedHosts: ['*'] }));
      expect(await outcomeOf(reply)).toMatch(/^failed/);
    },
  );

  it.each([null, {}, { allowedHosts: 'one.test' }, { allowedHosts: ['*'], extra: 1 }, []] as const)(
    'takes the grant %j for none',
    async (grant) => {
      const broker = createNetworkBroker({ ...openBench().parts, resolver: loopback });
      const reply = broker.handle('fetch', { url: 'https://one.test/' }, subjectWith(grant));
      expect(await outcomeOf(reply)).toMatch(/^denied: The grant of network cannot be used/);
    },
  );
});

describe('fetch and redirects (S-6)', () => {
  const ANSWERS = (request: IncomingMessage, response: ServerResponse) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://x');
    const to = searchParams.get('to');
    if (to === null) {
      const { method, headers } = request;
      const { authorization, cookie, 'x-plain': plain } = headers;
      response.end(JSON.stringify({ method, authorization, cookie, plain }));
      return;
    }
    response.writeHead(Number(searchParams.get('status') ?? 302), { location: to }).end();
  };
  const HEADERS = { Authorization: 'Bearer 1', Cookie: 'a=1', 'X-Plain': '1' };
  const textOf = (value: JsonValue) => JSON.parse((value as { body: string }).body);

  it('keeps headers within an origin', async () => {
    await using pair = await openPair(ANSWERS);
    const value = valueOfReply(await pair.fetch({ path: '/?to=/end', init: { headers: HEADERS } }));
    expect(value).toMatchObject({ redirected: true });
    expect(textOf(value)).toEqual({
      method: 'GET',
      authorization: 'Bearer 1',
      cookie: 'a=1',
      plain: '1',
    });
  });

  it('drops credentials on the way to another origin', async () => {
    await using pair = await openPair(ANSWERS);
    const path = `/?to=http://two.test:${pair.server.port}/`;
    const value = valueOfReply(await pair.fetch({ path, init: { headers: HEADERS } }));
    expect(textOf(value)).toEqual({ method: 'GET', plain: '1' });
  });

  it('refuses a hop to a host that is not granted', async () => {
    await using pair = await openPair(ANSWERS);
    const path = `/?to=http://three.test:${pair.server.port}/`;
    expect(await outcomeOf(pair.fetch({ path }))).toMatch(/^denied: http:\/\/three.test/);
    expect(pair.server.connections()).toBe(1);
  });

  it('turns a redirected POST into GET, which must be granted too', async () => {
    await using pair = await openPair(ANSWERS);
    const asked = { path: '/?to=/end', init: { method: 'POST', body: 'x' } };
    const both = await pair.fetch({ ...asked, grant: { methods: ['POST', 'GET'] } });
    expect(textOf(valueOfReply(both))).toMatchObject({ method: 'GET' });
    const one = pair.fetch({ ...asked, grant: { methods: ['POST'] } });
    expect(await outcomeOf(one)).toBe('denied: The method GET is not granted.');
  });

  it('keeps a POST for 307', async () => {
    await using pair = await openPair(ANSWERS);
    const init = { method: 'POST', body: 'x' };
    const grant = { methods: ['POST'] };
    const reply = await pair.fetch({ path: '/?status=307&to=/end', init, grant });
    expect(textOf(valueOfReply(reply))).toMatchObject({ method: 'POST' });
  });

  it('follows five and not six', async () => {
    await using pair = await openPair((request, response) => {
      const left = Number((request.url ?? '').slice(1));
      if (left === 0) response.end();
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(await outcomeOf(pair.fetch({ path: '/5' }))).toBe('ok');
    expect(await outcomeOf(pair.fetch({ path: '/6' }))).toBe('failed: More than 5 redirects.');
  });

  it('hands the redirect over, or fails, where the request says so', async () => {
    await using pair = await openPair(ANSWERS);
    const manual = await pair.fetch({ path: '/?to=/end', init: { redirect: 'manual' } });
    expect(valueOfReply(manual)).toMatchObject({ status: 302, redirected: false });
    const error = pair.fetch({ path: '/?to=/end', init: { redirect: 'error' } });
    expect(await outcomeOf(error)).toMatch(/^failed: The server redirected/);
  });
});
