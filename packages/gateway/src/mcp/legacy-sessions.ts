import type { Server } from '@modelcontextprotocol/server';
import { EMBEDDER } from '@mortise/contracts';
import type { McpClient } from './conversation.ts';
import type { HttpExchange } from './http-exchange.ts';
import { SessionTransport } from './session-transport.ts';

export interface LegacySession {
  readonly id: string;
  readonly client: McpClient;
  readonly server: Server;
  readonly transport: SessionTransport;
  /** Under which what it loads is kept. */
  readonly key: string;
}

/** What a session is opened for. */
export interface SessionWish {
  readonly client: McpClient;
  /** Of a session that another host opened. */
  readonly id?: string;
  /** What the client states; else it gets one of the keys that begin with `base`. */
  readonly stated?: string;
  readonly base: string;
  readonly createServer: (key: string, transport: SessionTransport) => Server;
}

export interface LegacySessionsOptions {
  readonly newId: () => string;
  readonly now: () => number;
  /**
   * Most sessions at once; beyond it idle ones are ended: those of a client that has many first, then those without a
   * stream, then those unused for longest.
   */
  readonly maxSessions: number;
  readonly idleMs: number;
  readonly maxMessageBytes: number;
}

/** The sessions of revision 2025-11-25: each has a server and a transport of its own until it ends. */
export class LegacySessions {
  readonly #options: LegacySessionsOptions;
  readonly #sessions = new Map<string, HeldSession>();

  constructor(options: LegacySessionsOptions) {
    this.#options = options;
  }

  /** The session of this id, if this client has it. An id of another agent or principal is unknown here. */
  find(id: string, client: McpClient): LegacySession | undefined {
    const held = this.#sessions.get(id);
    if (held === undefined || !isSameClient(held.session.client, client)) return undefined;
    held.usedAt = this.#options.now();
    return held.session;
  }

  /** Counts a request of a session until it is answered; a stream of changes is one that lasts. */
  follow(id: string, exchange: HttpExchange, kind: 'call' | 'stream'): void {
    const held = this.#sessions.get(id);
    if (held === undefined) return;
    held[kind] += 1;
    if (kind === 'stream') held.hasStreamed = true;
    exchange.onEnd(() => {
      held[kind] -= 1;
      held.usedAt = this.#options.now();
    });
  }

  /** Opens a session; `undefined` if there is no room, because all of them have calls in flight. */
  async open(wish: SessionWish): Promise<LegacySession | undefined> {
    const { client, stated, base, createServer } = wish;
    if (!(await this.#makeRoom())) return undefined;
    const { newId, maxMessageBytes, now } = this.#options;
    const { id = newId() } = wish;
    const key = stated ?? this.#freeKey(base, client);
    const transport = new SessionTransport(id, { maxRequestBodySize: maxMessageBytes });
    const server = createServer(key, transport);
    const session = { id, client, server, transport, key };
    // At once: two that are opened side by side must not get one key.
    this.#sessions.set(id, { session, usedAt: now(), call: 0, stream: 0, hasStreamed: false });
    await server.connect(transport);
    const closeServer = transport.onclose;
    transport.onclose = () => {
      this.#sessions.delete(id);
      closeServer?.();
    };
    return session;
  }

  /** Lets clients whose calls take long see that they still run. */
  keepAlive(): void {
    for (const { session } of this.#sessions.values()) session.transport.keepAlive();
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

  /**
   * The first key that no client is using: a client that comes back finds what it loaded, and a second copy of
   * it that runs beside gets a conversation of its own.
   */
  #freeKey(base: string, client: McpClient): string {
    const others = [...this.#sessions.values()].filter(
      (held) => isAttached(held) && isSameClient(held.session.client, client),
    );
    const used = new Set(others.map(({ session }) => session.key));
    for (let number = 1; ; number += 1) {
      const key = `${base} ${number}`;
      if (!used.has(key)) return key;
    }
  }

  async #makeRoom(): Promise<boolean> {
    const { maxSessions, idleMs, now } = this.#options;
    const owners = this.#ownersOfMany();
    const isIdle = (held: HeldSession) => held.stream === 0 && now() - held.usedAt > idleMs;
    const rank = (held: HeldSession) => (isIdle(held) ? 0 : owners.has(ownerOf(held)) ? 1 : 2);
    const leastMissedFirst = [...this.#sessions]
      .filter(([, held]) => !isBusy(held))
      .toSorted(
        ([, a], [, b]) =>
          rank(a) - rank(b) || Math.sign(a.stream - b.stream) || a.usedAt - b.usedAt,
      );
    for (const [id, held] of leastMissedFirst) {
      if (!isIdle(held) && this.#sessions.size < maxSessions) continue;
      this.#sessions.delete(id);
      await end(held);
    }
    return this.#sessions.size < maxSessions;
  }

  /** One client that opens many must not end those of all others. */
  #ownersOfMany(): ReadonlySet<string> {
    const counts = new Map<string, number>();
    for (const held of this.#sessions.values()) {
      const owner = ownerOf(held);
      counts.set(owner, (counts.get(owner) ?? 0) + 1);
    }
    const most = this.#options.maxSessions / SHARE_OF_SESSIONS;
    return new Set([...counts].flatMap(([owner, count]) => (count > most ? [owner] : [])));
  }
}

/** A client that has more than this part of the sessions has many. */
const SHARE_OF_SESSIONS = 4;

interface HeldSession {
  readonly session: LegacySession;
  usedAt: number;
  /** Requests and streams that are open. */
  call: number;
  stream: number;
  hasStreamed: boolean;
}

/** A call goes on when its client loses the connection, and may be asked for again. */
function isBusy({ session, call }: HeldSession): boolean {
  return call > 0 || session.transport.isServing;
}

/** One whose stream of changes has ended has left; of one that never had a stream that cannot be known. */
function isAttached(held: HeldSession): boolean {
  return isBusy(held) || held.stream > 0 || !held.hasStreamed;
}

function ownerOf({ session: { client } }: HeldSession): string {
  return (client.principal ?? EMBEDDER).id;
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
