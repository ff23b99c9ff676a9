import { type Disposer, isNameOfServer, type McpServerState } from '@mortise/contracts';
import { createDisposer } from '@mortise/core';
import type { ServerPins } from './server-pins.ts';

/** A server that a gateway has mounted. */
export interface MountedServerView {
  readonly name: string;
  /** Between `mcp__` and `__` in the names of its tools. */
  readonly prefix: string;
  state(): McpServerState;
  /** Ends its connection and makes it anew; resolves when that was tried. */
  reconnect(): Promise<void>;
  /** Resolves when it was asked what it offers, if it was not yet: one that starts with its first call. */
  ask(): Promise<void>;
  /** Pins exactly the offer of this hash. Rejects with `mcp_offer_changed` if it offers something else now. */
  approve(hash: string): Promise<void>;
  /** Compares what it offers with what was approved, which another part may have changed. Never rejects. */
  recheck(): Promise<void>;
}

/** The MCP servers of a host: the one list that API, metrics, `doctor`, `explain` and embedders read. */
export class ServerList {
  /** What operators approved of each. */
  readonly pins: ServerPins;
  readonly #views = new Set<{ readonly view: MountedServerView }>();

  constructor(pins: ServerPins) {
    this.pins = pins;
  }

  add(view: MountedServerView): Disposer {
    const entry = { view };
    this.#views.add(entry);
    return createDisposer(() => this.#views.delete(entry));
  }

  /** By name. */
  states(): readonly McpServerState[] {
    const states = [...this.#views].map(({ view }) => view.state());
    return states.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** One of them, to ask something of it. */
  find(name: string): MountedServerView | undefined {
    return [...this.#views].find(({ view }) => view.name === name)?.view;
  }

  state(name: string): McpServerState | undefined {
    return this.find(name)?.state();
  }

  /** That of the server whose tool would have this name. */
  stateOfTool(tool: string): McpServerState | undefined {
    const owner = [...this.#views].find(({ view }) => isNameOfServer(tool, view.prefix));
    return owner?.view.state();
  }

  /** Takes back what was approved of a server, mounted or not; false if nothing was. */
  async forget(name: string): Promise<boolean> {
    const isGone = await this.pins.forget(name);
    await this.find(name)?.recheck();
    return isGone;
  }

  /** False if no such server is mounted. */
  async reconnect(name: string): Promise<boolean> {
    const found = this.find(name);
    await found?.reconnect();
    return found !== undefined;
  }
}
