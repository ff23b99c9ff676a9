import { MortiseError } from '@mortise/contracts';
import type { LockedServer, PinnedTool } from '@mortise/loader';
import type { SharedLock } from '../extensions/shared-lock.ts';
import { sortTools } from './compare-pins.ts';

/** What operators approved of each MCP server, in the lock file. */
export class ServerPins {
  readonly #lock: SharedLock | undefined;

  constructor(lock: SharedLock | undefined) {
    this.#lock = lock;
  }

  /** Whether anything can be approved: a host without a lock file takes what servers list. */
  get isKept(): boolean {
    return this.#lock !== undefined;
  }

  /** What was approved; `undefined` if nothing ever was. Rejects with `lock_invalid`. */
  async read(server: string): Promise<LockedServer | undefined> {
    const { servers = {} } = (await this.#lock?.read()) ?? {};
    return Object.hasOwn(servers, server) ? servers[server] : undefined;
  }

  /** Writes down what a server offers. Rejects with `lock_invalid` or what the disk says. */
  async pin(server: string, source: string, tools: readonly PinnedTool[]): Promise<void> {
    const entry: LockedServer = { source, tools: [...sortTools(tools)] };
    await this.#change(server, entry);
  }

  async forget(server: string): Promise<boolean> {
    if ((await this.read(server)) === undefined) return false;
    await this.#change(server, undefined);
    return true;
  }

  async #change(server: string, entry: LockedServer | undefined): Promise<void> {
    if (this.#lock === undefined) {
      throw new MortiseError('lock_missing', 'This host was started without one.');
    }
    await this.#lock.change((lock) => {
      const others = Object.entries(lock.servers ?? {}).filter(([name]) => name !== server);
      const servers = entry === undefined ? others : [...others, [server, entry] as const];
      const { servers: _before, ...rest } = lock;
      return servers.length === 0 ? rest : { ...rest, servers: Object.fromEntries(servers) };
    });
  }
}
