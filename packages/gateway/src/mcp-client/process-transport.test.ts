import { readFileSync } from 'node:fs';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { Child } from '@mortise/processes';
import { describe, expect, it } from 'vitest';
import { ProcessTransport } from './process-transport.ts';

/** The third field behind the name, which may hold blanks. */
const GROUP = String.raw`/\) . \d+ (\d+)/`;
const TELL_GROUP = `
  const group = Number(${GROUP}.exec(require('node:fs').readFileSync('/proc/self/stat', 'utf8'))[1]);
  console.log(JSON.stringify({ jsonrpc: '2.0', method: 'group', params: { group } }));
  process.stdin.resume();`;

/** As servers write it whose language has no word for a field that is left out. */
const ODD_ANSWER = `
  console.log(JSON.stringify({ jsonrpc: '2.0', id: 7, result: { content: [], _meta: null } }));
  process.stdin.resume();`;

const ownGroup = () => Number(/\) . \d+ (\d+)/.exec(readFileSync('/proc/self/stat', 'utf8'))?.[1]);

async function firstMessageOf(code: string) {
  const transport = new ProcessTransport({
    start: async () =>
      Child.start({
        ...{ program: process.execPath, args: ['-e', code], env: {}, ownGroup: true },
        stdio: ['pipe', 'pipe', 'pipe'],
      }),
    maxBufferSize: 1_000,
    onStarted: () => undefined,
    onErrorOutput: () => undefined,
    onEnd: () => undefined,
    onGarbage: () => undefined,
    onFlood: () => undefined,
  });
  const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>();
  transport.onmessage = resolve;
  await transport.start();
  return { transport, promise };
}

describe('the process of an MCP server', () => {
  it.runIf(process.platform === 'linux')(
    'is in a group of its own: a signal of a terminal to the host does not end its calls (S-4)',
    async () => {
      const { transport, promise } = await firstMessageOf(TELL_GROUP);
      expect(await promise).toMatchObject({ params: { group: expect.any(Number) } });
      expect(await promise).not.toMatchObject({ params: { group: ownGroup() } });
      await transport.close();
    },
  );

  it('whose answer is no message is not waited for in vain: its request ends with what is wrong (F-9)', async () => {
    const { transport, promise } = await firstMessageOf(ODD_ANSWER);
    expect(await promise).toEqual({
      ...{ jsonrpc: '2.0', id: 7 },
      error: { code: -32_600, message: 'The server answered with what is no answer of JSON-RPC.' },
    });
    await transport.close();
  });
});
