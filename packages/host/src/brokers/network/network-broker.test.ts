import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { onBench, outcomeOf, subjectWith, valueOfReply } from '../testing/broker-bench.ts';
import { loopback, openPair } from '../testing/fetch-pair.ts';
import { createNetworkBroker } from './network-broker.ts';
import type { Resolver } from './resolver.ts';

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
      const broker = onBench('network', createNetworkBroker({ resolver: loopback, ...parts }));
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
