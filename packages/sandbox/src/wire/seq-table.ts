interface Numbered {
  readonly seq: number;
}

const FIRST_SLOTS = 64;

/**
 * Things by their running number, for those that come and go with every call. Not a `Map`: V8
 * links each outgrown table of one to the next, and once an old table has survived, everything
 * that was ever put in survives young collections with it (measured: 10 ms pauses).
 */
export class SeqTable<Value extends Numbered> {
  #slots: (Value | undefined)[] = new Array(FIRST_SLOTS).fill(undefined);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(seq: number): Value | undefined {
    return this.#slots[this.#find(seq)];
  }

  has(seq: number): boolean {
    return this.get(seq) !== undefined;
  }

  /** A value that has the number already is replaced. */
  add(value: Value): void {
    if (this.#size * 2 >= this.#slots.length) this.#resize(this.#slots.length * 2);
    const slot = this.#find(value.seq);
    if (this.#slots[slot] === undefined) this.#size += 1;
    this.#slots[slot] = value;
  }

  /** False if it is not there. */
  delete(seq: number): boolean {
    const slot = this.#find(seq);
    if (this.#slots[slot] === undefined) return false;
    this.#size -= 1;
    this.#closeGap(slot);
    // What a rush has left behind would be walked through for ever.
    const slots = this.#slots.length;
    if (slots > FIRST_SLOTS && this.#size * 8 <= slots) this.#resize(slots / 2);
    return true;
  }

  /** Those that are there now, in no particular order; they may go while one walks along. */
  values(): Value[] {
    return this.#slots.filter((value) => value !== undefined);
  }

  clear(): void {
    this.#slots.fill(undefined);
    this.#size = 0;
  }

  /** The slot that holds a number, or the free one where the search for it ends. */
  #find(seq: number): number {
    const mask = this.#slots.length - 1;
    let slot = seq % this.#slots.length;
    for (let found = this.#slots[slot]; found !== undefined; found = this.#slots[slot]) {
      if (found.seq === seq) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Moves those up that a search would no longer reach across an empty slot. */
  #closeGap(emptied: number): void {
    const mask = this.#slots.length - 1;
    let gap = emptied;
    this.#slots[gap] = undefined;
    for (let slot = (gap + 1) & mask; ; slot = (slot + 1) & mask) {
      const value = this.#slots[slot];
      if (value === undefined) return;
      const home = value.seq & mask;
      const isReachable = ((slot - home) & mask) < ((slot - gap) & mask);
      if (isReachable) continue;
      this.#slots[gap] = value;
      this.#slots[slot] = undefined;
      gap = slot;
    }
  }

  #resize(slots: number): void {
    const values = this.values();
    this.#slots = new Array(slots).fill(undefined);
    this.#size = 0;
    for (const value of values) this.add(value);
  }
}

/** What other packages see of a `SeqTable`: the prototype of a generic class is of `any` where it is declared. */
export interface TableBySeq<Value extends Numbered> {
  readonly size: number;
  get(seq: number): Value | undefined;
  has(seq: number): boolean;
  /** A value that has the number already is replaced. */
  add(value: Value): void;
  /** False if it is not there. */
  delete(seq: number): boolean;
  /** Those that are there now, in no particular order; they may go while one walks along. */
  values(): Value[];
}

export function createSeqTable<Value extends Numbered>(): TableBySeq<Value> {
  return new SeqTable();
}
