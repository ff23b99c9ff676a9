import {
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

import type { McpClient } from './conversation.ts';

export interface LegacySession {
  readonly client: McpClient;
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

export interface LegacySessionsOptions {
  readonly newId: () => string;
  readonly now: () => number;
  /** Most sessions at once; beyond it the one unused for longest is ended. */
  readonly maxSessions: number;
  readonly idleMs: number;
  readonly maxMessageBytes: number;
}

/** The sessions of revision 2025-11-25: each has a server and a transport of its own until it ends. */
export class LegacySessions {
  readonly #options: LegacySessionsOptions;
  /** In the order of use. */
  readonly #sessions = new Map<string, HeldSession>();

  constructor(options: LegacySessionsOptions) {
    this.#options = options;
  }

  /** The session of this id, if this client has it. An id of another agent or principal is unknown here. */
  find(id: string, client: McpClient): LegacySession | undefined {
    const held = this.#sessions.get(id);
    if (held === undefined || !isSameClient(held.session.client, client)) return undefined;
    this.#sessions.delete(id);
    this.#sessions.set(id, { ...held, usedAt: this.#options.now() });
    return held.session;
  }

  /** Opens a session; `createServer` gets the id it will have. */
  async open(client: McpClient, createServer: (id: string) => Server): Promise<LegacySession> {
    await this.#endSurplus();
    const { newId, maxMessageBytes, now } = this.#options;
    const id = newId();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      maxRequestBodySize: maxMessageBytes,
    });
    const server = createServer(id);
    const session = { client, server, transport };
    await server.connect(transport);
    const closeServer = transport.onclose;
    transport.onclose = () => {
      this.#sessions.delete(id);
      closeServer?.();
    };
    this.#sessions.set(id, { session, usedAt: now() });
    return session;
  }

  async endOf(principalId: string): Promise<void> {
    const held = [...this.#sessions].filter(
      ([, { session }]) => session.client.principal?.id === principalId,
    );
    for (const [id] of held) this.#sessions.delete(id);
    await Promise.all(held.map(([, each]) => end(each)));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(end));
    this.#sessions.clear();
  }

  async #endSurplus(): Promise<void> {
    const { maxSessions, idleMs, now } = this.#options;
    for (const [id, held] of this.#sessions) {
      const isIdle = now() - held.usedAt > idleMs;
      if (!isIdle && this.#sessions.size < maxSessions) return;
      this.#sessions.delete(id);
      await end(held);
    }
  }
}

interface HeldSession {
  readonly session: LegacySession;
  readonly usedAt: number;
}

async function end({ session }: HeldSession): Promise<void> {
  await session.server.close().catch(() => undefined);
}

/** A token that was issued anew for the same subject and user goes on with its sessions. */
function isSameClient(one: McpClient, other: McpClient): boolean {
  return (
    one.agentId === other.agentId &&
    one.principal?.id === other.principal?.id &&
    one.principal?.userId === other.principal?.userId
  );
}
