/** A set of tools by their place in the registry snapshot; asking costs one array read. */
export class ToolSet {
  readonly #bits: Uint8Array;

  constructor(size: number, lists: Iterable<Iterable<number>>) {
    this.#bits = new Uint8Array(size);
    for (const list of lists) for (const tool of list) this.#bits[tool] = 1;
  }

  has(tool: number): boolean {
    return this.#bits[tool] === 1;
  }

  /** In registry order. */
  *[Symbol.iterator](): Generator<number> {
    for (let tool = 0; tool < this.#bits.length; tool += 1) if (this.has(tool)) yield tool;
  }
}
