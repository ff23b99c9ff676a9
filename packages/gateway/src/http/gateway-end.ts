import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { McpEndpoint } from '../mcp/mcp-endpoint.ts';
import type { CallFeed } from './call-feed.ts';
import type { EventFeed } from './events/event-feed.ts';
import type { RequestPlaces } from './request-places.ts';

/** For what was written to leave, ms. */
const FLUSH_MS = 1_000;

export interface GatewayEndParts {
  readonly server: Server;
  readonly endpoint: McpEndpoint;
  readonly feed: CallFeed;
  readonly events: EventFeed;
  readonly places: RequestPlaces;
}

/** Takes a gateway off the network in order: calls are answered, streams told, connections ended. */
export class GatewayEnd {
  readonly #parts: GatewayEndParts;
  #isClosing = false;
  #ending: Promise<void> | undefined;

  constructor(parts: Omit<GatewayEndParts, 'places'>, places: (end: GatewayEnd) => RequestPlaces) {
    this.#parts = { ...parts, places: places(this) };
  }

  get places(): RequestPlaces {
    return this.#parts.places;
  }

  /** From the first `drain` or `close` on nothing new is taken. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Resolves when every call that was taken is answered, those that waited too, or after this time. */
  async drain(withinMs: number): Promise<void> {
    this.#isClosing = true;
    const { calls } = this.#parts.places;
    await calls.ended(withinMs);
    calls.refuseWaiting();
  }

  close(drainMs: number): Promise<void> {
    this.#ending ??= this.#close(drainMs);
    return this.#ending;
  }

  async #close(drainMs: number): Promise<void> {
    const { server, endpoint, feed, events } = this.#parts;
    await this.drain(drainMs);
    feed[Symbol.dispose]();
    events[Symbol.dispose]();
    await endpoint.close();
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    server.closeIdleConnections();
    const timer = new AbortController();
    const flushed = pause(FLUSH_MS, undefined, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([closed, flushed]);
    timer.abort();
    server.closeAllConnections();
    await closed;
  }
}
