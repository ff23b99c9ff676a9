import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ECHO_TEXT } from '../call/echo-tool.ts';
import type { Lane } from '../call/lane.ts';
import { createTexts, type Guards } from './guards.ts';

/** What the host's process says of itself. */
export interface ServedHost {
  readonly url: string;
  /** Of a client; none where MCP is served without tokens. */
  readonly token?: string;
}

const MAIN = fileURLToPath(new URL('./http-host-main.ts', import.meta.url));

/** The host serves in a process of its own; this one holds a client of the official SDK, which costs nothing here. */
export async function openHttp(guards: Guards): Promise<Lane> {
  const child = fork(MAIN, [JSON.stringify(guards)], {
    execArgv: ['--no-node-snapshot', '--no-warnings'],
  });
  const [served] = (await once(child, 'message')) as [ServedHost];
  const headers = served.token === undefined ? {} : { Authorization: `Bearer ${served.token}` };
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(served.url), {
    requestInit: { headers },
  });
  await client.connect(transport);
  const nextText = createTexts();
  const call = async () => {
    const text = nextText();
    const { content } = await client.callTool({ name: 'echo', arguments: { text } });
    const [part] = content as readonly { readonly text?: string }[];
    return part?.text === text ? ECHO_TEXT : String(part?.text);
  };
  // Runners start with the first call.
  await call();
  child.send('pids');
  const [pids] = (await once(child, 'message')) as [readonly number[]];
  return {
    call,
    isClient: true,
    childPids: () => pids,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
