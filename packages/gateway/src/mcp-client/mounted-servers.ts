import { setTimeout as pause } from 'node:timers/promises';
import type { Disposer, McpServerConfig, McpServerState } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import type { MountSettings } from './mount-options.ts';
import { MountedServer } from './mounted-server.ts';

interface Mounted {
  readonly server: MountedServer;
  /** Takes it out of the list of the host. */
  readonly unlist: Disposer;
}

/** The servers that are mounted now, each once. */
export class MountedServers {
  readonly #host: Host;
  readonly #settings: MountSettings;
  readonly #mounted = new Map<string, Mounted>();
  /** The first try of each, by name. */
  readonly #tried = new Map<string, Promise<void>>();
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(host: Host, settings: MountSettings) {
    this.#host = host;
    this.#settings = settings;
  }

  states(): readonly McpServerState[] {
    return [...this.#mounted.values()].map(({ server }) => server.state());
  }

  /** Goes over to other servers; what is the same stays connected. Waits for the new ones as long as it may. */
  async update(next: readonly McpServerConfig[]): Promise<void> {
    if (this.#isClosed) return;
    for (const server of await this.#goOverTo(next)) {
      this.#tried.set(server.config.name, server.mount());
    }
    await this.whenTried(this.#settings.waitMs);
  }

  /** Resolves when each server, or the one named, was tried once, or after that time. */
  async whenTried(waitMs: number, name?: string): Promise<void> {
    const tried = Promise.all(name === undefined ? this.#tried.values() : [this.#tried.get(name)]);
    if (!Number.isFinite(waitMs)) return void (await tried);
    const early = new AbortController();
    const late = pause(waitMs, undefined, { signal: early.signal }).catch(() => undefined);
    await Promise.race([tried, late]);
    early.abort();
  }

  /** Ends the connection of one server and connects it anew; false if there is no such server. */
  async reconnect(name: string): Promise<boolean> {
    const found = this.#mounted.get(name);
    await found?.server.reconnect();
    return found !== undefined;
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
    const wanted = new Map(next.map((each) => [each.name, each]));
    const leaving = [...this.#mounted.values()].filter(
      ({ server: { config } }) => !isSame(config, wanted.get(config.name)),
    );
    for (const { server, unlist } of leaving) {
      this.#mounted.delete(server.config.name);
      this.#tried.delete(server.config.name);
      unlist();
    }
    await Promise.all(leaving.map(({ server }) => server.close()));
    // The lock file may have been changed with the configuration.
    await Promise.all([...this.#mounted.values()].map(({ server }) => server.recheck()));
    const joining = [...wanted.values()].filter(({ name }) => !this.#mounted.has(name));
    return joining.map((config) => this.#add(config));
  }

  #add(config: McpServerConfig): MountedServer {
    const server = new MountedServer(this.#host, config, this.#settings);
    const { name, prefix = name } = config;
    const unlist = this.#host.servers.add({
      ...{ name, prefix },
      state: () => server.state(),
      reconnect: () => server.reconnect(),
      ask: () => server.ask(),
      approve: (hash) => server.approve(hash),
      recheck: () => server.recheck(),
    });
    this.#mounted.set(name, { server, unlist });
    return server;
  }
}

function isSame(a: McpServerConfig, b: McpServerConfig | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
