import { join } from 'node:path';
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Gateway } from '@mortise/gateway';

export type Revision = '2025-11-25' | '2026-07-28';

export interface ConnectOptions {
  readonly revision: Revision;
  readonly agentId?: string;
  readonly headers?: Record<string, string>;
  readonly client?: ClientOptions;
  /** The program behind the streams, of `fixtures`. */
  readonly program?: string;
}

/** A client of the official SDK over HTTP. */
export async function connectHttp(
  gateway: Pick<Gateway, 'mcpUrl' | 'token'>,
  options: ConnectOptions,
): Promise<Client> {
  const client = createClient(options);
  const url = new URL(gateway.mcpUrl(options.agentId ?? 'main'));
  const headers = { Authorization: `Bearer ${gateway.token}`, ...options.headers };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

/** The same over the standard streams of a process of its own. */
export async function connectStdio(options: ConnectOptions): Promise<Client> {
  const client = createClient(options);
  const server = join(import.meta.dirname, 'fixtures', options.program ?? 'stdio-server.ts');
  const args = ['--no-node-snapshot', server, options.agentId ?? 'main'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  return client;
}

function createClient({ revision, client = {} }: ConnectOptions): Client {
  const isModern = revision === '2026-07-28';
  return new Client(
    { name: 'interop', version: '1.0.0' },
    { ...client, ...(isModern ? { versionNegotiation: { mode: { pin: revision } } } : {}) },
  );
}
