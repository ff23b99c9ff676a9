import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { onBench, outcomeOf, subjectWith } from '../testing/broker-bench.ts';
import { loopback, openPair } from '../testing/fetch-pair.ts';
import { createNetworkBroker } from './network-broker.ts';
import type { Resolver } from './resolver.ts';

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
      const broker = onBench('network', createNetworkBroker({ resolver: loopback }));
      const reply = broker.handle('fetch', input, subjectWith({ allowedHosts: ['*'] }));
      expect(await outcomeOf(reply)).toMatch(/^failed/);
    },
  );

  it.each([null, {}, { allowedHosts: 'one.test' }, { allowedHosts: ['*'], extra: 1 }, []] as const)(
    'takes the grant %j for none',
    async (grant) => {
      const broker = onBench('network', createNetworkBroker({ resolver: loopback }));
      const reply = broker.handle('fetch', { url: 'https://one.test/' }, subjectWith(grant));
      expect(await outcomeOf(reply)).toMatch(/^denied: The grant of network cannot be used/);
    },
  );
});
