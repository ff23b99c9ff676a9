import type { Beat } from '../wire/presence.ts';
import type { NodeAddress } from '../wire/subjects.ts';
import { NodeHandle } from './node-handle.ts';

export interface NodeTableParts {
  readonly outboxOf: (address: NodeAddress, node: () => NodeHandle) => NodeHandle['outbox'];
  readonly onJoined: (node: NodeHandle) => void;
  /** Only nodes get calls that say that a jail holds their processes. */
  readonly requiresJail: boolean;
}

/** Of one name; a process that was silent for too long may come back, those of a name that restarts do not. */
const MOST_LOST = 4;

/** The runner nodes that have said that they are there, and who of them is given the next call. */
export class NodeTable {
  readonly #parts: NodeTableParts;
  readonly #nodes = new Map<string, NodeHandle>();
  /** Those that fell silent. What one says late when it is back is known from its calls of before, and is no lie. */
  readonly #lost = new Map<string, NodeHandle>();
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

  /** Whether it is still one of them. */
  has(node: NodeHandle): boolean {
    return this.#nodes.get(node.id) === node;
  }

  noteBeat(address: NodeAddress, beat: Beat, now: number): void {
    if (this.#distrusted.has(address.name)) return;
    const known = this.find(address);
    if (known !== undefined) {
      known.noteBeat(beat, now);
      return;
    }
    const node = this.#returned(address, beat, now) ?? this.#newNode(address, beat, now);
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
    this.#lost.set(node.id, node);
    const { name } = node.address;
    const ofName = [...this.#lost.values()].filter(({ address }) => address.name === name);
    const [oldest] = ofName;
    if (oldest !== undefined && ofName.length > MOST_LOST) this.#lost.delete(oldest.id);
  }

  distrust({ address }: NodeHandle, reason: string): void {
    this.#distrusted.set(address.name, reason);
  }

  #newNode(address: NodeAddress, beat: Beat, now: number): NodeHandle {
    const outbox = this.#parts.outboxOf(address, () => node);
    const node: NodeHandle = new NodeHandle(address, beat, { outbox, now });
    return node;
  }

  #returned({ name, instance }: NodeAddress, beat: Beat, now: number): NodeHandle | undefined {
    const node = this.#lost.get(`${name}.${instance}`);
    this.#lost.delete(`${name}.${instance}`);
    node?.comeBack(beat, now);
    return node;
  }
}
