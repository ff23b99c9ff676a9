import { setTimeout as pause } from 'node:timers/promises';
import type { McpServerConfig } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import type { MountSettings } from './mount-options.ts';
import { type McpServerState, MountedServer } from './mounted-server.ts';

/** The servers that are mounted now, each once. */
export class MountedServers {
  readonly #host: Host;
  readonly #settings: MountSettings;
  readonly #mounted = new Map<string, MountedServer>();
  #turn: Promise<unknown> = Promise.resolve();
  #tried: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(host: Host, settings: MountSettings) {
    this.#host = host;
    this.#settings = settings;
  }

  states(): readonly McpServerState[] {
    return [...this.#mounted.values()].map((server) => server.state());
  }

  /** Goes over to other servers; what is the same stays connected. Waits for the new ones as long as it may. */
  async update(next: readonly McpServerConfig[]): Promise<void> {
    if (this.#isClosed) return;
    const started = await this.#goOverTo(next);
    this.#tried = Promise.all(started.map((server) => server.connect()));
    await this.whenTried(this.#settings.waitMs);
  }

  /** Resolves when each server of the last update was tried once, or after that time. */
  async whenTried(waitMs: number): Promise<void> {
    if (!Number.isFinite(waitMs)) return void (await this.#tried);
    const early = new AbortController();
    const late = pause(waitMs, undefined, { signal: early.signal }).catch(() => undefined);
    await Promise.race([this.#tried, late]);
    early.abort();
  }

  /** Ends the connection of one server and connects it anew; false if there is no such server. */
  async reconnect(name: string): Promise<boolean> {
    const turn = this.#turn.then(() => this.#renew(name));
    this.#turn = turn;
    const server = await turn;
    await server?.connect();
    return server !== undefined;
  }

  async #renew(name: string): Promise<MountedServer | undefined> {
    const old = this.#mounted.get(name);
    if (old === undefined || this.#isClosed) return undefined;
    const renewed = new MountedServer(this.#host, old.config, this.#settings);
    await old.close();
    this.#mounted.set(name, renewed);
    return renewed;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#goOverTo([]);
  }

  /** One after the other: two updates at once would both start what is new. */
  #goOverTo(next: readonly McpServerConfig[]): Promise<readonly MountedServer[]> {
    const turn = this.#turn.then(() => this.#replace(this.#isClosed ? [] : next));
    this.#turn = turn;
    return turn;
  }

  async #replace(next: readonly McpServerConfig[]): Promise<readonly MountedServer[]> {
    const wanted = new Map(next.filter(({ enabled }) => enabled).map((each) => [each.name, each]));
    const leaving = [...this.#mounted.values()].filter(
      ({ config }) => !isSame(config, wanted.get(config.name)),
    );
    for (const { config } of leaving) this.#mounted.delete(config.name);
    await Promise.all(leaving.map((server) => server.close()));
    const joining = [...wanted.values()].filter(({ name }) => !this.#mounted.has(name));
    const started = joining.map((config) => new MountedServer(this.#host, config, this.#settings));
    for (const server of started) this.#mounted.set(server.config.name, server);
    return started;
  }
}

function isSame(a: McpServerConfig, b: McpServerConfig | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
