/**
 * The numbers of what one call has asked on a node. They are counted up, but may come in another order: a large
 * question goes through the object store, and a small one that follows overtakes it.
 */
export class SeenAsks {
  /** All up to this one came. */
  #upTo = 0;
  /** Those beyond that came early. A call may ask only so often, so they are few. */
  #early: Set<number> | undefined;

  /** Notes a number; false if it came before, or is none. */
  take(id: number): boolean {
    if (id <= this.#upTo || this.#early?.has(id)) return false;
    this.#early ??= new Set();
    this.#early.add(id);
    while (this.#early.delete(this.#upTo + 1)) this.#upTo += 1;
    return true;
  }

  /** The call runs anew and numbers what it asks anew. */
  restart(): void {
    this.#upTo = 0;
    this.#early = undefined;
  }
}
