/** So many are remembered at least, and at most twice as many. */
const MIN_CALLS = 10_000;

/**
 * Ended calls of a node that are remembered, so that what is late of them is no offence. In two generations: to find
 * the oldest of one set, which loses its oldest with every call, took longer than all else of a call's end.
 */
export class RecentCalls {
  #young = new Set<number>();
  #old = new Set<number>();

  add(seq: number): void {
    this.#young.add(seq);
    if (this.#young.size < MIN_CALLS) return;
    this.#old = this.#young;
    this.#young = new Set();
  }

  has(seq: number): boolean {
    return this.#young.has(seq) || this.#old.has(seq);
  }
}
