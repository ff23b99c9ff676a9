import type { NodeHandle } from './node-handle.ts';

/** What calls in one message to a node of usual weight may use of its CPU together, in ms, and how many they may be. */
const MOST_MS = 1;
const MOST_CALLS = 32;
const USUAL_WEIGHT = 10;

/**
 * The message that the last call went into. Quick calls of the same turn join it, though another node has less to do:
 * each message wakes a broker, a node and its runner, which costs more than such a call.
 */
export class NextMessage {
  #node: NodeHandle | undefined;
  #number = 0;
  #calls = 0;
  #cpuMs = 0;

  /** Its node, if it was not sent yet and has room for a call that uses so much. */
  nodeFor(cpuMs: number): NodeHandle | undefined {
    const node = this.#node;
    if (node === undefined || node.pendingMessage !== this.#number) return undefined;
    const share = Math.min(1, node.beat.weight / USUAL_WEIGHT);
    const hasRoom = this.#calls < MOST_CALLS * share && this.#cpuMs + cpuMs <= MOST_MS * share;
    return hasRoom ? node : undefined;
  }

  add(node: NodeHandle, cpuMs: number): void {
    if (node !== this.#node || node.pendingMessage !== this.#number) {
      this.#node = node;
      this.#number = node.pendingMessage;
      this.#calls = 0;
      this.#cpuMs = 0;
    }
    this.#calls += 1;
    this.#cpuMs += cpuMs;
  }
}
