import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { parse as parseToml } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectV1 } from '../clients/drivers/sdk-v1.ts';
import { isFullRun } from '../full-run.ts';
import { type Served, serve, type as typeIn } from './served-host.ts';

/** A name that a shell, a URL and a file of a client would each read otherwise. */
const ODD = "it's $(me) ü/2";
const AGENTS = ['main', ODD];

const root = mkdtempSync(join(tmpdir(), 'mortise-connect-'));
const place = { config: join(root, 'project'), state: join(root, 'state') };
const bin = join(root, 'bin');
let served: Served;

beforeAll(async () => {
  for (const folder of [place.config, bin]) mkdirSync(folder);
  const agents = Object.fromEntries(AGENTS.map((agent) => [agent, {}]));
  writeFileSync(join(place.config, 'mortise.config.json'), JSON.stringify({ agents }));
  // Stand-ins for the programs that a snippet starts: each says with which words.
  for (const name of ['claude', 'npx']) {
    const script = 'process.stdout.write(JSON.stringify(process.argv.slice(2)))';
    writeFileSync(join(bin, name), `#!${process.execPath}\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  served = await serve(place);
}, 60_000);
afterAll(async () => {
  served?.child.kill();
  await served?.ended;
  rmSync(root, { recursive: true, force: true });
});

const type = (...argv: string[]) => typeIn(place, ...argv);

interface Connection {
  readonly snippet: string;
  readonly url: string;
  readonly token: string;
  readonly record: { readonly id: string };
}

function connect(client: string, agent: string, ...more: string[]): Connection {
  const [status, out] = type('connect', client, agent, '--json', ...more);
  if (status !== 0) throw new Error(out);
  return JSON.parse(out);
}

/** The program of an installed package. */
function binOf(name: string, bin = name): string {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve(`${name}/package.json`);
  return join(manifest, '..', require(manifest).bin[bin]);
}

/** The words that a POSIX shell makes of a line. */
function wordsOf(line: string): readonly string[] {
  const env = { PATH: `${bin}:/usr/bin:/bin` };
  return JSON.parse(execFileSync('sh', ['-c', line], { env, encoding: 'utf8' }));
}

interface Target {
  readonly name: string;
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** A server as each client reads it from its snippet, by that client's own rules. */
const READERS: { readonly [client: string]: (snippet: string) => Target } = {
  'claude-code': (snippet) => {
    const [mcp, add, option, transport, name = '', url = '', ...rest] = wordsOf(snippet);
    expect([mcp, add, option, transport]).toEqual(['mcp', 'add', '--transport', 'http']);
    return { name, url, headers: headersIn(rest) };
  },
  'claude-desktop': (snippet) => {
    const [[name, server]] = Object.entries(JSON.parse(snippet).mcpServers) as [
      [string, { command: string; args: string[]; env: Record<string, string> }],
    ];
    const [yes, remote, url = '', ...rest] = server.args;
    expect([server.command, yes, remote, rest.at(-1)]).toEqual([
      'npx',
      '-y',
      'mcp-remote',
      '--allow-http',
    ]);
    // On some systems words with blanks do not arrive as one; values that have some are in the environment.
    for (const word of server.args) expect(word).not.toMatch(/\s/);
    const filled = rest
      .slice(0, -1)
      .map((word) => word.replace(/\$\{(\w+)\}/, (_, key) => server.env[key] ?? ''));
    return { name, url, headers: headersIn(filled) };
  },
  cursor: (snippet) => {
    const [[name, server]] = Object.entries(JSON.parse(snippet).mcpServers) as [
      [string, Omit<Target, 'name'>],
    ];
    expect(Object.keys(server)).toEqual(['url', 'headers']);
    return { name, ...server };
  },
  vscode: (snippet) => {
    const [[name, server]] = Object.entries(JSON.parse(snippet).servers) as [
      [string, Omit<Target, 'name'> & { type: string }],
    ];
    expect(server.type).toBe('http');
    return { name, ...server };
  },
  codex: (snippet) => {
    const [line = '', ...toml] = snippet.split('\n');
    const [[name, server]] = Object.entries(
      (parseToml(toml.join('\n')) as unknown as { mcp_servers: object }).mcp_servers,
    ) as [
      [
        string,
        { url: string; bearer_token_env_var: string; http_headers?: Record<string, string> },
      ],
    ];
    const variable = server.bearer_token_env_var;
    const token = execFileSync('sh', ['-c', `${line}\nprintf %s "$${variable}"`], {
      encoding: 'utf8',
    });
    expect(variable).toMatch(/^[A-Z_][A-Z0-9_]*$/);
    return {
      name,
      url: server.url,
      headers: { Authorization: `Bearer ${token}`, ...server.http_headers },
    };
  },
  inspector: (snippet) => {
    const [program, cli, url = '', ...rest] = wordsOf(snippet);
    expect([program, cli]).toEqual(['@modelcontextprotocol/inspector', '--cli']);
    return { name: 'inspector', url, headers: headersIn(rest) };
  },
};

/** Headers as clients split them: at the first colon. */
function headersIn(words: readonly string[]): Record<string, string> {
  const pairs = words.flatMap((word, index) => (words[index - 1] === '--header' ? [word] : []));
  return Object.fromEntries(
    pairs.map((pair) => [
      pair.slice(0, pair.indexOf(':')),
      pair.slice(pair.indexOf(':') + 1).trim(),
    ]),
  );
}

/** Whether a client of the SDK gets in with it. */
async function reaches({ url, headers }: Target): Promise<boolean> {
  const client = new Client({ name: 'pasted', version: '1' });
  try {
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
    );
    return Array.isArray((await client.listTools()).tools);
  } catch {
    return false;
  } finally {
    await client.close();
  }
}

describe.each(Object.keys(READERS))('what `mortise connect %s` prints (T-1)', (client) => {
  it.each(isFullRun() ? AGENTS : [ODD])('lets its client in as the agent %s', async (agent) => {
    const made = connect(client, agent, '--user', 'ana', '--session', "conv'1");
    const target = READERS[client]?.(made.snippet);
    if (target === undefined) throw new Error('It is not read.');
    expect(target.url).toBe(`${served.url}/mcp/${encodeURIComponent(agent)}`);
    expect(target.headers).toEqual({
      Authorization: `Bearer ${made.token}`,
      'Mortise-Session': "conv'1",
    });
    expect(target.name).toMatch(/^[\w-]+$/);
    expect(await reaches(target)).toBe(true);
    expect(type('token', 'revoke', made.record.id)[0]).toBe(0);
    expect(await reaches(target)).toBe(false);
  });
});

describe('mortise connect and token, with a host that serves (T-1)', () => {
  it('works as it is printed with the real Inspector', () => {
    const program = binOf('@modelcontextprotocol/inspector', 'mcp-inspector');
    const [, ...words] = wordsOf(connect('inspector', 'main').snippet);
    const env = { PATH: process.env['PATH'], HOME: root };
    const ran = spawnSync(process.execPath, [program, ...words], {
      env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(JSON.parse(ran.stdout)).toMatchObject({ tools: expect.any(Array) });
  }, 90_000);

  it('starts the real mcp-remote from the file of Claude Desktop, command, words and environment as printed', async ({
    skip,
  }) => {
    skip(!isFullRun(), 'the matrix of clients starts it, too: a full run does');
    const snippet = connect('claude-desktop', ODD).snippet;
    const [server] = Object.values(JSON.parse(snippet).mcpServers) as [
      { command: string; args: string[]; env: Record<string, string> },
    ];
    const folder = join(root, 'real-bin');
    mkdirSync(folder);
    // What `npx -y mcp-remote` would install is here already.
    const program = JSON.stringify(binOf('mcp-remote'));
    const script = `process.argv.splice(1, 3, ${program}); await import(${program});`;
    writeFileSync(join(folder, 'npx.mjs'), script);
    writeFileSync(
      join(folder, 'npx'),
      `#!/bin/sh\nexec "${process.execPath}" "${join(folder, 'npx.mjs')}" "$@"\n`,
    );
    chmodSync(join(folder, 'npx'), 0o755);
    const env = { ...server.env, PATH: `${folder}:/usr/bin:/bin`, HOME: root };
    const client = await connectV1(
      new StdioClientTransport({ ...server, env, stderr: 'ignore' }) as Transport,
    );
    expect(await client.list()).toEqual(expect.any(Array));
    await client.close();
  }, 90_000);

  it('is read by mcporter from the file that Cursor reads', async ({ skip }) => {
    skip(!isFullRun(), 'the matrix of clients starts it, too: a full run does');
    const configPath = join(root, 'cursor.json');
    writeFileSync(configPath, connect('cursor', ODD).snippet);
    const logger = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
    const { createRuntime } = await import('mcporter');
    const runtime = await createRuntime({ configPath, logger });
    const [name = ''] = runtime.listServers();
    expect(await runtime.listTools(name)).toEqual(expect.any(Array));
    await runtime.close();
  }, 90_000);

  it('lists, makes and revokes over the host, and has a new operator token taken at once', async () => {
    const [, made] = type('token', 'create', '--agent', 'main', '--json');
    const { record, token } = JSON.parse(made);
    // What is revoked ends its connections: a connection that is kept may be one of those.
    const ask = async (bearer: string): Promise<number> => {
      const request = () =>
        fetch(`${served.url}/api/host`, { headers: { Authorization: `Bearer ${bearer}` } });
      return (await request().catch(request)).status;
    };
    expect(type('token', 'list')[1]).toContain(record.id);
    expect([await ask(token), await ask(served.token)]).toEqual([403, 200]);
    const [status, said] = type('token', 'rotate');
    expect([status, said]).toEqual([0, expect.stringContaining('holds a new operator token')]);
    expect(await ask(served.token)).toBe(401);
    // Commands read the file: they go on working.
    expect(type('token', 'revoke', record.id)[0]).toBe(0);
    expect(await ask(token)).toBe(401);
  });

  it('says what is wrong where the host does not know the agent, and makes nothing', () => {
    const [status, said] = type('connect', 'cursor', 'mian');
    expect([status, said]).toEqual([2, expect.stringContaining('did you mean `main`')]);
  });
});
