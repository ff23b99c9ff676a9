import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { serve, type } from '../../interop/served-host.ts';
import { ECHO_EXECUTE, echoExtension } from '../call/echo-tool.ts';

/** A server in a process of its own that offers the echo tool over Streamable HTTP. */
export interface HttpLane extends AsyncDisposable {
  readonly pid: number;
  /** Of its MCP endpoint. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

export const HTTP_LANES = { mortise: openServed, bare: openBare } as const;

export type HttpLaneName = keyof typeof HTTP_LANES;

const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

async function openBare(): Promise<HttpLane> {
  const child = spawn(process.execPath, ['--no-warnings', BARE], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    pid: child.pid ?? 0,
    url: new URL(url),
    headers: {},
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}

/** A real `mortise serve` and a token of a client, as `mortise connect` makes them. */
async function openServed(): Promise<HttpLane> {
  const root = mkdtempSync(join(tmpdir(), 'mortise-bench-http-'));
  const folder = { config: join(root, 'config'), state: join(root, 'state') };
  writeEchoFolder(folder.config);
  const [code, said] = type(folder, 'add', './bench');
  if (code !== 0) throw new Error(said);
  const nodeArguments = (process.env['MORTISE_BENCH_NODE'] ?? '').split(' ').filter(Boolean);
  const served = await serve({ ...folder, nodeArguments });
  return {
    pid: served.child.pid ?? 0,
    url: new URL(`${served.url}/mcp/main`),
    headers: { Authorization: `Bearer ${await createToken(served)}` },
    [Symbol.asyncDispose]: async () => {
      served.child.kill('SIGTERM');
      await served.ended;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function writeEchoFolder(folder: string): void {
  const extension = join(folder, 'bench');
  mkdirSync(extension, { recursive: true });
  const manifest = { id: 'bench', version: '1.0.0', entry: 'index.js' };
  writeFileSync(join(extension, 'mortise.json'), JSON.stringify(manifest));
  writeFileSync(join(extension, 'index.js'), echoExtension(ECHO_EXECUTE));
  const config = { agents: { main: { tools: { alsoAllow: ['bench'] } } } };
  writeFileSync(join(folder, 'mortise.config.json'), JSON.stringify(config));
}

async function createToken({ url, token }: { url: string; token: string }): Promise<string> {
  const answer = await fetch(`${url}/api/tokens`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'bench', agents: ['main'], roles: ['call'] }),
  });
  const made = (await answer.json()) as { readonly token?: string };
  if (made.token === undefined) throw new Error(JSON.stringify(made));
  return made.token;
}
