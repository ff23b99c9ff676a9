import type { RemoteCall } from './remote-call.ts';

/**
 * The calls that have not ended. Not a `Set`, which would keep ended calls from young collections; see `SeqTable`.
 */
export class OpenCalls {
  readonly #calls: RemoteCall[] = [];

  get size(): number {
    return this.#calls.length;
  }

  /** In no particular order. */
  get all(): readonly RemoteCall[] {
    return [...this.#calls];
  }

  add(call: RemoteCall): void {
    call.moveTo(this.#calls.length);
    this.#calls.push(call);
  }

  /** The last one takes its place, so that nothing has to move up. */
  delete(call: RemoteCall): void {
    if (this.#calls[call.place] !== call) return;
    const last = this.#calls.pop();
    if (last === undefined || last === call) return;
    this.#calls[call.place] = last;
    last.moveTo(call.place);
  }
}
