import type { Beat } from '../wire/presence.ts';
import type { NodeAddress } from '../wire/subjects.ts';
import { NodeHandle } from './node-handle.ts';

export interface NodeTableParts {
  readonly outboxOf: (address: NodeAddress, node: () => NodeHandle) => NodeHandle['outbox'];
  readonly onJoined: (node: NodeHandle) => void;
  /** Only nodes get calls that say that a jail holds their processes. */
  readonly requiresJail: boolean;
}

/** The runner nodes that have said that they are there, and who of them is given the next call. */
export class NodeTable {
  readonly #parts: NodeTableParts;
  readonly #nodes = new Map<string, NodeHandle>();
  /** Names of nodes that said what no node says. They get no call as long as this host runs. */
  readonly #distrusted = new Map<string, string>();

  constructor(parts: NodeTableParts) {
    this.#parts = parts;
  }

  get all(): readonly NodeHandle[] {
    return [...this.#nodes.values()];
  }

  /** By name, with the reason. */
  get distrusted(): ReadonlyMap<string, string> {
    return this.#distrusted;
  }

  find({ name, instance }: NodeAddress): NodeHandle | undefined {
    return this.#nodes.get(`${name}.${instance}`);
  }

  noteBeat(address: NodeAddress, beat: Beat, now: number): void {
    if (this.#distrusted.has(address.name)) return;
    const known = this.find(address);
    if (known !== undefined) {
      known.noteBeat(beat, now);
      return;
    }
    const outbox = this.#parts.outboxOf(address, () => node);
    const node: NodeHandle = new NodeHandle(address, beat, { outbox, now });
    this.#nodes.set(node.id, node);
    this.#parts.onJoined(node);
  }

  /** The one with the most room; undefined if none takes calls. */
  choose(): NodeHandle | undefined {
    let best: NodeHandle | undefined;
    for (const node of this.#nodes.values()) {
      if (this.takes(node) && (best === undefined || node.load < best.load)) best = node;
    }
    return best;
  }

  /** Whether a call may be given to it. */
  takes({ isServing, beat }: NodeHandle): boolean {
    return isServing && (!this.#parts.requiresJail || beat.jail === 'on');
  }

  remove(node: NodeHandle): void {
    node.leave();
    this.#nodes.delete(node.id);
  }

  distrust({ address }: NodeHandle, reason: string): void {
    this.#distrusted.set(address.name, reason);
  }
}
