import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ECHO_TEXT } from '../call/echo-tool.ts';
import { createTexts, type Guards } from './guards.ts';
import type { PolicyLane } from './policy-round.ts';

/** What the process of the hosts says of one of them. */
export interface ServedHost {
  readonly url: string;
  /** Of a client; none where MCP is served without tokens. */
  readonly token?: string;
}

const MAIN = fileURLToPath(new URL('./http-host-main.ts', import.meta.url));

/** The hosts serve in one process; this one holds a client of the official SDK for each, which costs nothing here. */
export async function openHttp(all: readonly Guards[]): Promise<readonly PolicyLane[]> {
  const child = fork(MAIN, [JSON.stringify(all)], {
    execArgv: ['--no-node-snapshot', '--no-warnings'],
  });
  const [served] = (await once(child, 'message')) as [readonly ServedHost[]];
  const callers = await Promise.all(served.map(connect));
  // Runners start with the first call.
  for (const { call } of callers) await call();
  child.send('pids');
  const [runners] = (await once(child, 'message')) as [readonly (readonly number[])[]];
  return callers.map(({ call, close }, at) => ({
    call,
    isClient: true,
    childPids: () => [child.pid ?? 0],
    runnerPids: () => runners[at] ?? [],
    [Symbol.asyncDispose]: async () => {
      await close();
      await end(child);
    },
  }));
}

async function connect({ url, token }: ServedHost) {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  const nextText = createTexts();
  const call = async () => {
    const text = nextText();
    const { content } = await client.callTool({ name: 'echo', arguments: { text } });
    const [part] = content as readonly { readonly text?: string }[];
    return part?.text === text ? ECHO_TEXT : String(part?.text);
  };
  return { call, close: () => client.close() };
}

/** With the first of its lanes; the others find it gone. */
async function end(child: ChildProcess): Promise<void> {
  if (!child.connected) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}
