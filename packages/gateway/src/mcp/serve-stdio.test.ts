import { PassThrough } from 'node:stream';
import type { Tool } from '@mortise/contracts';
import { createHost, type Host } from '@mortise/host';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ServeStdioOptions, serveStdio } from './serve-stdio.ts';

/** The end of each run of `wait`, by the name it was called with; those that run, in order. */
const releases = new Map<string, () => void>();
const TOOLS: readonly Tool[] = [
  {
    ...{ name: 'echo', description: 'Echoes', schema: { type: 'object' } },
    execute: () => ({ ok: true, value: 'echoed' }),
  },
  {
    ...{ name: 'wait', description: 'Waits', schema: { type: 'object' } },
    execute: ({ as }) =>
      new Promise((resolve) => {
        releases.set(String(as), () => resolve({ ok: true, value: `waited as ${as}` }));
      }),
  },
];

let host: Host;
beforeAll(async () => {
  host = await createHost({ config: { agents: { main: {} } }, tools: [...TOOLS] });
});
afterAll(() => host.close());
afterEach(() => releases.clear());

const META = { protocolVersion: '2025-11-25', capabilities: {} };
const OPENING = {
  ...{ jsonrpc: '2.0', id: 'opening', method: 'initialize' },
  params: { ...META, clientInfo: { name: 'client', version: '1' } },
};
const call = (id: unknown, name: string, args: object = {}) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: args },
});

type Answer = { readonly id?: unknown; readonly [key: string]: unknown };

/** A client that writes lines and keeps what comes back. */
async function connect(options: Pick<ServeStdioOptions, 'maxMessageBytes' | 'drainMs'> = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const logged: unknown[] = [];
  const log = (details: object, message: string) => logged.push({ ...details, message });
  const logger = { debug: log, info: log, warn: log, error: log };
  const closed = vi.fn();
  const parts = { agentId: 'main', input, output, logger, onClose: closed, ...options };
  const served = serveStdio(host, parts);
  let text = '';
  output.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  const answers = (): Answer[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const write = (message: unknown) =>
    input.write(typeof message === 'string' ? message : `${JSON.stringify(message)}\n`);
  const answerTo = async (id: unknown) => {
    await vi.waitFor(() => expect(answers().map((each) => each.id)).toContain(id), 5_000);
    return answers().find((each) => each.id === id);
  };
  write(OPENING);
  await answerTo('opening');
  write({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return { write, answers, answerTo, logged, input, output, closed, close: () => served.close() };
}

const ECHOED = { result: { content: [{ type: 'text', text: 'echoed' }] } };

describe('a message on standard input that is none (E-14)', () => {
  it.each([
    { what: 'no JSON', line: 'hello', id: null, code: -32_700 },
    { what: 'a batch', line: JSON.stringify([call(1, 'echo')]), id: null, code: -32_600 },
    { what: 'an empty batch', line: '[]', id: null, code: -32_600 },
    { what: 'a number', line: '5', id: null, code: -32_600 },
    { what: 'a fraction as its id', line: JSON.stringify(call(1.5, 'echo')), id: 1.5 },
    { what: 'no id that counts', line: JSON.stringify(call(null, 'echo')), id: null },
    { what: 'another key', line: JSON.stringify({ ...call(1, 'echo'), more: 1 }), id: 1 },
    { what: 'another version', line: JSON.stringify({ ...call(1, 'echo'), jsonrpc: '1' }), id: 1 },
    { what: 'no method', line: '{"jsonrpc":"2.0","id":"a"}', id: 'a' },
    {
      what: 'metadata that are null',
      line: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","_meta":null}}',
      id: 1,
    },
  ])('gets an error and a short line in the log, and the session goes on: $what', async (each) => {
    const client = await connect();
    client.write(`${each.line}\n`);
    client.write(call('next', 'echo'));
    expect(await client.answerTo('next')).toMatchObject(ECHOED);
    const [, ...answers] = client.answers();
    expect(answers).toHaveLength(2);
    expect(answers).toContainEqual({
      ...{ jsonrpc: '2.0', id: each.id },
      error: { code: each.code ?? -32_600, message: expect.any(String) },
    });
    expect(client.logged).toHaveLength(1);
    expect(JSON.stringify(client.logged).length).toBeLessThan(500);
    await client.close();
  });

  it.each([
    { what: 'an answer', line: '{"jsonrpc":"2.0","id":0,"result":null}' },
    { what: 'an error', line: '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"no"}}' },
    {
      what: 'a notification',
      line: '{"jsonrpc":"2.0","method":"notifications/progress","params":1}',
    },
  ])('gets no answer where none is due, and blank lines are nothing: $what', async ({ line }) => {
    const client = await connect();
    client.write(`${line}\n\r\n\n`);
    client.write(call('next', 'echo'));
    expect(await client.answerTo('next')).toMatchObject(ECHOED);
    expect(client.answers()).toHaveLength(2);
    expect(client.logged).toHaveLength(1);
    await client.close();
  });
});

describe('a request on standard input whose id is that of one that is being answered (E-14)', () => {
  const wait = (as: string) => call(7, 'wait', { as });
  const runs = (as: string) => vi.waitFor(() => expect([...releases.keys()]).toContain(as));

  it('is refused; the first keeps its answer, and then the id is free', async () => {
    const client = await connect();
    client.write(wait('first'));
    await runs('first');
    for (const message of [wait('second'), { jsonrpc: '2.0', id: 7, method: 'ping' }]) {
      const before = client.answers().length;
      client.write(message);
      await vi.waitFor(() => expect(client.answers()).toHaveLength(before + 1));
      expect(client.answers().at(-1)).toMatchObject({ id: 7, error: { code: -32_600 } });
    }
    releases.get('first')?.();
    await vi.waitFor(() => expect(client.answers()).toHaveLength(4));
    expect(client.answers()[3]).toMatchObject({ id: 7, result: { content: [{ type: 'text' }] } });
    client.write(wait('again'));
    await runs('again');
    expect([...releases.keys()]).toEqual(['first', 'again']);
    await client.close();
  });

  it('is taken once that was cancelled', async () => {
    const client = await connect();
    client.write(wait('cancelled'));
    await runs('cancelled');
    const params = { requestId: 7 };
    client.write({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    client.write(call(7, 'echo'));
    expect(await client.answerTo(7)).toMatchObject(ECHOED);
    await client.close();
  });
});

describe('a message on standard input that is longer than it may be (E-14)', () => {
  const long = { params: { name: 'echo', arguments: { text: 'x'.repeat(3_000) } } };
  it.each([
    { where: 'last, as the SDK writes it', message: { method: 'm', ...long, id: 8 }, id: 8 },
    { where: 'first', message: { jsonrpc: '2.0', id: 'a', method: 'm', ...long }, id: 'a' },
    { where: 'nowhere', message: { jsonrpc: '2.0', method: 'm', ...long }, id: null },
    { where: 'in an answer', message: { result: long, jsonrpc: '2.0', id: 8 }, id: null },
  ])('gets an error, and the session goes on; its id is $where', async ({ message, id }) => {
    const client = await connect({ maxMessageBytes: 1_000 });
    const text = JSON.stringify(message);
    for (let at = 0; at < text.length; at += 700) client.write(text.slice(at, at + 700));
    client.write('\n');
    client.write(call('next', 'echo'));
    expect(await client.answerTo('next')).toMatchObject(ECHOED);
    const [, ...answers] = client.answers();
    expect(answers).toHaveLength(2);
    const error = { code: -32_000, message: 'A message may have 1000 bytes.' };
    expect(answers).toContainEqual({ jsonrpc: '2.0', id, error });
    expect(client.logged).toHaveLength(1);
    await client.close();
  });
});

describe('standard input that ends (E-14)', () => {
  const runs = (as: string) => vi.waitFor(() => expect([...releases.keys()]).toContain(as));

  it('lets what was asked be answered, and then the client is gone', async () => {
    const client = await connect();
    client.write(call(1, 'wait', { as: 'last' }));
    client.input.end(`${JSON.stringify(call(2, 'echo'))}\n`);
    expect(await client.answerTo(2)).toMatchObject(ECHOED);
    await runs('last');
    expect(client.closed).not.toHaveBeenCalled();
    releases.get('last')?.();
    expect(await client.answerTo(1)).toMatchObject({ result: { content: [{ type: 'text' }] } });
    await vi.waitFor(() => expect(client.closed).toHaveBeenCalledOnce());
  });

  it('ends at once what waits for nothing', async () => {
    const client = await connect({ drainMs: 60_000 });
    client.input.end();
    await vi.waitFor(() => expect(client.closed).toHaveBeenCalledOnce());
  });

  it('ends a call that takes longer than the time for that', async () => {
    const client = await connect({ drainMs: 50 });
    client.write(call(1, 'wait', { as: 'late' }));
    await runs('late');
    client.input.end();
    await vi.waitFor(() => expect(client.closed).toHaveBeenCalledOnce());
    releases.get('late')?.();
    expect(client.answers()).toHaveLength(1);
  });

  it('ends at once when nobody reads the answers any more', async () => {
    const client = await connect({ drainMs: 60_000 });
    client.write(call(1, 'wait', { as: 'unread' }));
    await runs('unread');
    client.input.end();
    client.output.destroy(new Error('EPIPE'));
    await vi.waitFor(() => expect(client.closed).toHaveBeenCalledOnce());
    releases.get('unread')?.();
  });
});
