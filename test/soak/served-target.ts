import type { Client } from '@modelcontextprotocol/client';
import { connectHttp, type Revision } from '../interop/connect-client.ts';
import { type Served, serve } from '../interop/served-host.ts';
import type { SoakFolder } from './soak-folder.ts';
import type { SoakCall, SoakSession, SoakTarget } from './soak-target.ts';

export interface ServedTarget extends SoakTarget {
  /** How the process ended, whenever it does. */
  readonly ended: Promise<string>;
}

/** A real `mortise serve`, spoken to over its API and over MCP of both revisions. */
export async function openServedTarget(
  folder: SoakFolder,
  nodeArguments: readonly string[],
): Promise<ServedTarget> {
  const served = await serve({ ...folder, nodeArguments });
  await fillSessions(served);
  let sessions = 0;
  return {
    openSession: (key) => {
      sessions += 1;
      return openSession(served, key, sessions);
    },
    reload: async (id) =>
      String(Reflect.get(await ask(served, `/api/extensions/${id}/reload`, {}), 'status')),
    runners: () => readRunners(served),
    ended: served.ended.then(([code, signal]) => `${signal ?? code}: ${served.said()}`),
    close: async () => {
      served.child.kill('SIGTERM');
      const [code] = await served.ended;
      if (code !== 0) throw new Error(`mortise serve ended with ${code}: ${served.said()}`);
    },
  };
}

const REVISIONS: readonly Revision[] = ['2025-11-25', '2026-07-28'];
/** A turn whose session is one of the gateway's, too. */
const LEGACY = 0;

/** Every third session over the API, the others over MCP. */
async function openSession(served: Served, key: string, turn: number): Promise<SoakSession> {
  const revision = REVISIONS[turn % 3];
  if (revision === undefined) return new ApiSession(served, key);
  const gateway = { mcpUrl: (id: string) => `${served.url}/mcp/${id}`, token: served.token };
  const headers = { 'Mortise-Session': key };
  return new McpSession(await connectHttp(gateway, { revision, headers }));
}

/** How many sessions of clients that went away the gateway keeps, in case they come back. */
const KEPT_SESSIONS = 256;

/** Before anything is measured: filling what has a bound is no growth. */
async function fillSessions(served: Served): Promise<void> {
  for (let turn = 0; turn < KEPT_SESSIONS; turn += 1) {
    const session = await openSession(served, `early-${turn}`, LEGACY);
    await session.call({ ...LISTING, signal: new AbortController().signal });
    await session.close();
  }
}

const LISTING = { id: 'early', name: 'list_toolkits', args: {} } as const;

class ApiSession implements SoakSession {
  readonly #served: Served;
  readonly #key: string;

  constructor(served: Served, key: string) {
    this.#served = served;
    this.#key = key;
  }

  async call({ signal, ...call }: SoakCall): Promise<string> {
    try {
      const body = { session: this.#key, calls: [call] };
      const answer = await ask(this.#served, '/api/agents/main/calls', body, signal);
      const { results, code } = answer as {
        readonly results?: readonly [{ readonly ok: boolean; readonly code?: string }];
        readonly code?: string;
      };
      return results?.[0].ok === true ? 'ok' : (results?.[0].code ?? String(code));
    } catch (error) {
      return codeOfThrown(error, signal);
    }
  }

  async close(): Promise<void> {}
}

class McpSession implements SoakSession {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async call({ name, args, signal }: SoakCall): Promise<string> {
    try {
      const result = await this.#client.callTool({ name, arguments: { ...args } }, { signal });
      return result.isError === true ? codeOfText(result.content) : 'ok';
    } catch (error) {
      return codeOfThrown(error, signal);
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

/** A problem begins with its code, for models to read. */
function codeOfText(content: unknown): string {
  const [first] = content as readonly { readonly text?: string }[];
  return /^\w+/.exec(first?.text ?? '')?.[0] ?? 'unreadable';
}

function codeOfThrown(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'aborted';
  return `thrown: ${error instanceof Error ? error.message : String(error)}`.slice(0, 80);
}

async function ask(
  { url, token }: Served,
  path: string,
  body: object,
  signal?: AbortSignal,
): Promise<object> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  return (await answer.json()) as object;
}

/** The gauge of their memory has a line for each. */
async function readRunners({ url, token }: Served): Promise<readonly number[]> {
  const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
  const lines = (await answer.text()).matchAll(/^mortise_sandbox_rss_bytes\{pid="(\d+)"\}/gm);
  return Array.from(lines, ([, pid]) => Number(pid));
}
