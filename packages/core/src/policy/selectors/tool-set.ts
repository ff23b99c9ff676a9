const WORD = 32;

/**
 * An immutable set of tools by their place in the registry snapshot, one bit each: a policy over
 * ten thousand tools is a handful of these, and sets combine a word at a time.
 */
export class ToolSet {
  readonly size: number;
  readonly #words: Uint32Array;

  private constructor(size: number, words: Uint32Array) {
    this.size = size;
    this.#words = words;
  }

  static of(size: number, tools: Iterable<number>): ToolSet {
    return ToolSet.ofAll(size, [tools]);
  }

  static ofAll(size: number, lists: Iterable<Iterable<number>>): ToolSet {
    const words = emptyWords(size);
    for (const list of lists) {
      for (const tool of list) words[tool >>> 5] = (words[tool >>> 5] ?? 0) | bitOf(tool);
    }
    return new ToolSet(size, words);
  }

  static union(size: number, sets: Iterable<ToolSet>): ToolSet {
    const words = emptyWords(size);
    for (const set of sets) {
      for (let at = 0; at < words.length; at += 1) {
        words[at] = (words[at] ?? 0) | (set.#words[at] ?? 0);
      }
    }
    return new ToolSet(size, words);
  }

  has(tool: number): boolean {
    return ((this.#words[tool >>> 5] ?? 0) & bitOf(tool)) !== 0;
  }

  intersection(other: ToolSet): ToolSet {
    return new ToolSet(
      this.size,
      this.#words.map((word, at) => word & (other.#words[at] ?? 0)),
    );
  }

  difference(other: ToolSet): ToolSet {
    return new ToolSet(
      this.size,
      this.#words.map((word, at) => word & ~(other.#words[at] ?? 0)),
    );
  }

  isEmpty(): boolean {
    return this.#words.every((word) => word === 0);
  }

  /** In registry order. */
  *[Symbol.iterator](): Generator<number> {
    for (let at = 0; at < this.#words.length; at += 1) {
      let rest = this.#words[at] ?? 0;
      while (rest !== 0) {
        const bit = 31 - Math.clz32(rest & -rest);
        yield at * WORD + bit;
        rest &= rest - 1;
      }
    }
  }
}

function emptyWords(size: number): Uint32Array {
  return new Uint32Array(Math.ceil(size / WORD));
}

function bitOf(tool: number): number {
  return 1 << (tool & (WORD - 1));
}
