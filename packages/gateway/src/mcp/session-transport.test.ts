import { Server } from '@modelcontextprotocol/server';
import { describe, expect, it, vi } from 'vitest';
import { SessionTransport } from './session-transport.ts';

const OPENING = {
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: { form: {} } },
    clientInfo: { name: 'client', version: '1' },
  },
};
const QUESTION = {
  mode: 'form',
  message: 'Name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
} as const;

/** One session, as each of several hosts has it. */
async function open() {
  const transport = new SessionTransport('session', {});
  const server = new Server({ name: 'host', version: '1' }, { capabilities: {} });
  await server.connect(transport);
  await transport.repeat(OPENING);
  await transport.repeat({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const headers = { accept: 'text/event-stream', 'mcp-session-id': 'session' };
  const stream = await transport.handleRequest(new Request('http://localhost/', { headers }));
  const lines = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  const ends: unknown[] = [];
  server.elicitInput(QUESTION).then(
    (answer) => ends.push(answer),
    (error: unknown) => ends.push(error),
  );
  let text = '';
  while (!text.includes('elicitation/create')) text += (await lines?.read())?.value ?? '';
  const { id } = JSON.parse(/^data: (\{.*\})$/m.exec(text)?.[1] ?? '{}');
  const answer = (asked: unknown, name: string) =>
    transport.repeat({
      ...{ jsonrpc: '2.0', id: asked },
      result: { action: 'accept', content: { name } },
    });
  return { id, ends, answer, close: () => server.close() };
}

describe('a session of MCP 2025-11-25 that two hosts have open', () => {
  it('takes an answer for the question of the host that asked, and for no other (T-4)', async () => {
    const [one, other] = [await open(), await open()];
    expect(one.id).not.toBe(other.id);
    for (const id of [one.id, 0, '0']) await other.answer(id, 'Eve');
    await other.answer(other.id, 'Bob');
    await one.answer(one.id, 'Ana');
    const answered = [[{ content: { name: 'Ana' } }], [{ content: { name: 'Bob' } }]];
    await vi.waitFor(() => expect([one.ends, other.ends]).toMatchObject(answered));
    await Promise.all([one.close(), other.close()]);
  });
});
