import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { CapabilitySubject, GrantOf, JsonValue } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { createNetworkBroker } from '../network/network-broker.ts';
import {
  onBench,
  openBench,
  outcomeOf,
  subjectWith,
  valueOfReply,
} from '../testing/broker-bench.ts';
import { type CountingServer, openCountingServer } from '../testing/counting-server.ts';
import { SecretPlaceholders } from './secret-placeholders.ts';
import { createSecretsBroker } from './secrets-broker.ts';

const VALUE = 'k3y-wïth/odd+signs"';
const HEADER_VALUE = 'k3y-with/odd+signs"';

function openSecrets(value = HEADER_VALUE) {
  const bench = openBench();
  const placeholders = new SecretPlaceholders();
  const source = { read: async (name: string) => (name === 'EMPTY' ? undefined : value) };
  const secrets = onBench('secrets', createSecretsBroker({ source, placeholders }), bench);
  const resolver = { resolve: async () => ['127.0.0.1'] };
  const network = onBench('network', createNetworkBroker({ placeholders, resolver }), bench);
  return { bench, placeholders, secrets, network };
}

describe('the secrets broker (S-6)', () => {
  it('answers get with a placeholder that says nothing of the value', async () => {
    const { secrets } = openSecrets();
    const subject = subjectWith([{ name: 'KEY' }]);
    const first = valueOfReply(await secrets.handle('get', ['KEY'], subject));
    const second = valueOfReply(await secrets.handle('get', ['KEY'], subject));
    expect(first).toMatch(/^mortise-secret:[A-Za-z0-9_-]{32}$/);
    expect(second).not.toBe(first);
  });

  it.each([
    { grant: [{ name: 'KEY' }], operation: 'get', name: 'KEY', then: /^ok/ },
    {
      grant: [{ name: 'KEY' }],
      operation: 'reveal',
      name: 'KEY',
      then: /^denied: .*may not be revealed/,
    },
    { grant: [{ name: 'KEY' }], operation: 'get', name: 'OTHER', then: /^denied: .*not granted/ },
    { grant: [{ name: 'KEY' }], operation: 'get', name: '__proto__', then: /^denied/ },
    { grant: [], operation: 'get', name: 'KEY', then: /^denied/ },
    { grant: null, operation: 'get', name: 'KEY', then: /^denied: The grant/ },
    { grant: { names: ['KEY'] }, operation: 'get', name: 'KEY', then: /^denied: The grant/ },
    { grant: [{ name: 'EMPTY' }], operation: 'get', name: 'EMPTY', then: /^failed: .*no value/ },
    {
      grant: { granted: [{ name: 'KEY', reveal: true }], declared: ['KEY'] },
      operation: 'reveal',
      name: 'KEY',
      then: /^ok/,
    },
    {
      grant: { granted: [{ name: 'KEY' }], declared: { names: ['KEY'], reveal: true } },
      operation: 'reveal',
      name: 'KEY',
      then: /^denied/,
    },
    {
      grant: { granted: [{ name: 'KEY' }], declared: ['OTHER'] },
      operation: 'get',
      name: 'OTHER',
      then: /^denied/,
    },
    { grant: [{ name: 'KEY', reveal: true }], operation: 'reveal', name: 'KEY', then: /^ok/ },
    { grant: [{ name: 'KEY' }], operation: 'list', name: 'KEY', then: /^failed/ },
  ])('$operation $name with $grant → $then', async ({ grant, operation, name, then }) => {
    const reply = openSecrets().secrets.handle(operation, [name], subjectWith(grant));
    expect(await outcomeOf(reply)).toMatch(then);
  });
});

interface Sending {
  readonly binding?: Partial<GrantOf<'secrets'>[number]>;
  readonly send: (placeholder: string) => Record<string, JsonValue>;
  readonly path?: (placeholder: string) => string;
  readonly value?: string;
  readonly sender?: Partial<CapabilitySubject>;
}

async function echo(request: IncomingMessage, response: ServerResponse) {
  const body = await text(request);
  const { url, headers } = request;
  response.writeHead(200, { 'x-echo': headers.authorization ?? '' });
  response.end(JSON.stringify({ url, authorization: headers.authorization, body }));
}

/** Asks for a placeholder and sends it; answers what the server got and what the guest saw. */
async function sendSecret({ binding, send, path, value, sender }: Sending) {
  const seen: { url: string; authorization: string; body: string }[] = [];
  await using server: CountingServer = await openCountingServer(async (request, response) => {
    const body = await text(request);
    const { url = '', headers } = request;
    seen.push({ url, authorization: headers.authorization ?? '', body });
    const answer = { url, authorization: headers.authorization, body };
    response.writeHead(200, { 'x-echo': encodeURIComponent(headers.authorization ?? '') });
    response.end(JSON.stringify(answer) + Buffer.from(JSON.stringify(answer)).toString('base64'));
  });
  const { bench, secrets, network } = openSecrets(value);
  const hosts = [`http://bound.test:${server.port}`];
  const placeholder = String(
    valueOfReply(
      await secrets.handle('get', ['KEY'], subjectWith([{ name: 'KEY', hosts, ...binding }])),
    ),
  );
  const allowed = { allowedHosts: [`http://*:${server.port}`], methods: ['GET', 'POST'] };
  const reply = await network.handle(
    'fetch',
    {
      url: `http://bound.test:${server.port}${path?.(placeholder) ?? '/'}`,
      init: send(placeholder) as JsonValue,
    },
    subjectWith({ ...allowed, allowPrivate: ['127.0.0.1'] }, sender),
  );
  return { reply, seen, entries: bench.entries };
}

describe('a placeholder in a request (S-6)', () => {
  it.each([
    {
      where: 'a header',
      sending: { send: (it: string) => ({ headers: { Authorization: `Bearer ${it}` } }) },
      got: { authorization: `Bearer ${HEADER_VALUE}` },
    },
    {
      where: 'Basic credentials',
      sending: {
        send: (it: string) => ({
          headers: { Authorization: `Basic ${Buffer.from(`me:${it}`).toString('base64')}` },
        }),
      },
      got: { authorization: `Basic ${Buffer.from(`me:${HEADER_VALUE}`).toString('base64')}` },
    },
    {
      where: 'the query',
      sending: {
        value: VALUE,
        binding: { places: ['query' as const] },
        send: () => ({}),
        path: (it: string) => `/?key=${encodeURIComponent(it)}&b=1`,
      },
      got: { url: `/?key=${encodeURIComponent(VALUE)}&b=1` },
    },
    {
      where: 'the body',
      sending: {
        value: VALUE,
        binding: { places: ['body' as const] },
        send: (it: string) => ({ method: 'POST', body: `ä key=${it}` }),
      },
      got: { body: `ä key=${VALUE}` },
    },
  ])('is filled in in $where, and an echo of it does not reach the guest', async (row) => {
    const { reply, seen, entries } = await sendSecret(row.sending);
    expect(seen).toMatchObject([row.got]);
    const visible = JSON.stringify([valueOfReply(reply), entries]);
    for (const value of [VALUE, HEADER_VALUE]) {
      expect(visible).not.toContain(value);
      expect(visible).not.toContain(JSON.stringify(value).slice(1, -1));
      expect(visible).not.toContain(encodeURIComponent(value));
      expect(visible).not.toContain(Buffer.from(value).toString('base64').slice(0, 12));
    }
    expect(visible).toContain('[redacted]');
  });

  it.each<{ when: string; sending: Sending }>([
    {
      when: 'its secret is bound to no host',
      sending: { binding: { hosts: [] }, send: (it) => ({ headers: { a: it } }) },
    },
    {
      when: 'its secret is bound to another host',
      sending: { binding: { hosts: ['other.test'] }, send: (it) => ({ headers: { a: it } }) },
    },
    {
      when: 'its secret is bound to the https origin',
      sending: { binding: { hosts: ['bound.test'] }, send: (it) => ({ headers: { a: it } }) },
    },
    {
      when: 'it stands in a body and is granted for headers',
      sending: { send: (it) => ({ method: 'POST', body: it }) },
    },
    {
      when: 'it stands in the query and is granted for headers',
      sending: { send: () => ({}), path: (it) => `/?k=${it}` },
    },
    {
      when: 'it stands in the path',
      sending: {
        binding: { places: ['header', 'query', 'body'] },
        send: () => ({}),
        path: (it) => `/${it}`,
      },
    },
    {
      when: 'another call sends it',
      sending: { sender: { callId: 'call-2' }, send: (it) => ({ headers: { a: it } }) },
    },
    {
      when: 'another extension sends it',
      sending: { sender: { extensionId: 'thief' }, send: (it) => ({ headers: { a: it } }) },
    },
    {
      when: 'a call of the same id in another session sends it',
      sending: { sender: { sessionKey: 'session-2' }, send: (it) => ({ headers: { a: it } }) },
    },
    {
      when: 'it was made up',
      sending: { send: () => ({ headers: { a: `mortise-secret:${'A'.repeat(32)}` } }) },
    },
    {
      when: 'the value has a line feed and would split the header',
      sending: { value: 'abcd\r\nx: y', send: (it) => ({ headers: { a: it } }) },
    },
  ])('stops the request when $when', async ({ sending }) => {
    const { reply, seen, entries } = await sendSecret(sending);
    expect(reply.ok).toBe(false);
    expect(seen).toEqual([]);
    expect(JSON.stringify([reply, entries])).not.toContain(HEADER_VALUE.slice(0, 6));
  });

  it('dies with its call', async () => {
    const { placeholders } = openSecrets();
    const controller = new AbortController();
    const subject = subjectWith(null, { signal: controller.signal });
    const grant = { name: 'KEY', hosts: ['*'] };
    const placeholder = placeholders.issue(grant, VALUE, subject);
    const place = { place: 'header', url: new URL('https://bound.test'), subject } as const;
    expect(placeholders.fill(placeholder, place)).toBe(VALUE);
    controller.abort();
    expect(() => placeholders.fill(placeholder, place)).toThrow(/not of this call/);
    expect(placeholders.valuesOf(subject)).toEqual([]);
  });

  it('does not follow a redirect to another origin', async () => {
    const seen: (string | undefined)[] = [];
    await using server = await openCountingServer((request, response) => {
      seen.push(request.headers['x-key'] as string | undefined);
      if (seen.length > 1) return void echo(request, response);
      const location = `http://other.test:${server.port}/?from=${request.headers['x-key']}`;
      response.writeHead(307, { location }).end();
    });
    const { secrets, network } = openSecrets('plainvalue');
    const grant = [{ name: 'KEY', hosts: [`http://bound.test:${server.port}`] }];
    const key = valueOfReply(await secrets.handle('get', ['KEY'], subjectWith(grant)));
    const reply = await network.handle(
      'fetch',
      { url: `http://bound.test:${server.port}/`, init: { headers: { 'x-key': key } } },
      subjectWith({ allowedHosts: [`http://*:${server.port}`], allowPrivate: ['127.0.0.1'] }),
    );
    expect(seen).toEqual(['plainvalue', undefined]);
    expect(JSON.stringify(valueOfReply(reply))).not.toContain('plainvalue');
  });
});
