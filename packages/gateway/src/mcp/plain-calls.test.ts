import type { Tool } from '@mortise/contracts';
import { createHost, type Host } from '@mortise/host';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Gateway, startGateway } from '../http/start-gateway.ts';

const IMAGE = { type: 'image', mimeType: 'image/png', data: 'no base64!' } as const;
const BROKEN = 'Invalid Base64 string';
const tool = (name: string, execute: Tool['execute']): Tool => ({
  ...{ name, description: name, schema: { type: 'object' }, execute },
});

let host: Host;
let gateway: Gateway;
const aborted = vi.fn();
const began = vi.fn();
beforeEach(async () => {
  aborted.mockClear();
  began.mockClear();
  host = await createHost({
    config: { agents: { main: { tools: { deny: ['denied'] } } } },
    tools: [
      tool('echo', (args) => ({ ok: true, value: JSON.stringify(args) })),
      tool('denied', () => ({ ok: true, value: 'never' })),
      tool('throws', () => {
        throw new Error('broken');
      }),
      tool('shows', () => ({ ok: true, value: 'shown', media: [IMAGE] })),
      tool('data', () => ({ ok: true, value: 'data', structured: { a: [1] } })),
      tool('hangs', (_args, { abortSignal }) => {
        began();
        return new Promise<never>((_, reject) =>
          abortSignal?.addEventListener('abort', () => {
            aborted();
            reject(new Error('aborted'));
          }),
        );
      }),
    ],
  });
  gateway = await startGateway(host, { token: 't'.repeat(43), mcpAuthentication: 'none' });
});
afterEach(async () => {
  await gateway.close({ drainMs: 0 });
  await host.close();
});

interface Session {
  post(message: object): Promise<{ readonly status: number; readonly body: string }>;
  end(): Promise<unknown>;
}

/** Of a client that declares these capabilities; one with any is answered by the SDK's server. */
async function open(capabilities: object): Promise<Session> {
  let own: Record<string, string> = {};
  const send = (method: string, message?: object) =>
    fetch(gateway.mcpUrl('main'), {
      method,
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ...own,
      },
      ...(message === undefined ? {} : { body: JSON.stringify({ jsonrpc: '2.0', ...message }) }),
    });
  const clientInfo = { name: 'client', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
  const opened = await send('POST', { id: 0, method: 'initialize', params });
  own = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
  await opened.text();
  await send('POST', { method: 'notifications/initialized' });
  return {
    post: async (message) => {
      const answer = await send('POST', message);
      return { status: answer.status, body: await answer.text() };
    },
    end: () => send('DELETE'),
  };
}

const call = (params: object, id: number | string = 1) => ({ id, method: 'tools/call', params });
/** A text in place of an id that is made anew each time. */
const settled = (body: string) => body.replaceAll(/[0-9a-f-]{36}/g, 'id');

describe('a plain call of a session', () => {
  it.each([
    { what: 'arguments', params: { name: 'echo', arguments: { text: 'hello', deep: [{}] } } },
    { what: 'no arguments', params: { name: 'echo' } },
    { what: 'a name of old objects', params: { name: 'echo', arguments: { constructor: 1 } } },
    { what: 'a name that nothing has', params: { name: 'nothing', arguments: {} } },
    { what: 'a tool that is denied', params: { name: 'denied', arguments: {} } },
    { what: 'a tool that throws', params: { name: 'throws', arguments: {} } },
    { what: 'a structured result', params: { name: 'data', arguments: {} } },
    { what: 'no name', params: { arguments: {} } },
    { what: 'arguments that are none', params: { name: 'echo', arguments: [1] } },
    { what: 'a prototype', params: JSON.parse('{"name":"echo","arguments":{"__proto__":1}}') },
    { what: 'metadata', params: { name: 'echo', arguments: {}, _meta: { mine: 1 } } },
  ])('is answered as the SDK answers it: $what (T-4)', async ({ params }) => {
    const [plain, served] = [await open({}), await open({ sampling: {} })];
    const [one, other] = [await plain.post(call(params)), await served.post(call(params))];
    expect({ ...one, body: settled(one.body) }).toEqual({ ...other, body: settled(other.body) });
    expect(one.status).toBe(200);
  });

  it('is no answer if its content breaks the schema, as with the SDK', async () => {
    const answers = [];
    for (const capabilities of [{}, { sampling: {} }]) {
      const { body } = await (await open(capabilities)).post(call({ name: 'shows' }));
      answers.push(JSON.parse(body));
    }
    for (const { error } of answers) {
      expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining(BROKEN) });
    }
  });

  it.each([{ id: 7 }, { id: 'seven' }])('ends when it is cancelled: $id', async ({ id }) => {
    const session = await open({});
    const answer = session.post(call({ name: 'hangs' }, id));
    await vi.waitFor(() => expect(began).toHaveBeenCalledOnce());
    await session.post({ method: 'notifications/cancelled', params: { requestId: id } });
    expect(await answer).toEqual({ status: 200, body: '' });
    await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
    expect((await session.post(call({ name: 'echo' }, id))).body).toContain('{}');
  });

  it('ends with its session', async () => {
    const session = await open({});
    const answer = session.post(call({ name: 'hangs' })).catch(() => 'cut off');
    await vi.waitFor(() => expect(began).toHaveBeenCalledOnce());
    await session.end();
    expect(await answer).toBe('cut off');
    await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
  });
});
