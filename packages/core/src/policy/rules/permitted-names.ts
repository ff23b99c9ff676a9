import type { ToolIndex } from '../selectors/tool-index.ts';
import type { ToolSet } from '../selectors/tool-set.ts';

/**
 * Tools as a read-only set of their names. A view: thousands of agents times thousands of names
 * would not fit as sets of their own, and a view cannot be changed by its readers.
 */
export class PermittedNames implements ReadonlySet<string> {
  readonly #index: ToolIndex;
  readonly #tools: ToolSet;
  #size: number | undefined;

  constructor(index: ToolIndex, tools: ToolSet) {
    this.#index = index;
    this.#tools = tools;
  }

  get size(): number {
    this.#size ??= Iterator.from(this.#tools).reduce((count) => count + 1, 0);
    return this.#size;
  }

  has(name: string): boolean {
    const tool = this.#index.exact(name);
    return tool !== undefined && this.#tools.has(tool);
  }

  *keys(): Generator<string, undefined> {
    for (const tool of this.#tools) yield this.#index.entryOf(tool).name;
  }

  values(): Generator<string, undefined> {
    return this.keys();
  }

  [Symbol.iterator](): Generator<string, undefined> {
    return this.keys();
  }

  *entries(): Generator<[string, string], undefined> {
    for (const name of this.keys()) yield [name, name];
  }

  forEach(visit: (name: string, again: string, set: ReadonlySet<string>) => void): void {
    for (const name of this.keys()) visit(name, name, this);
  }

  union<Other>(other: ReadonlySetLike<Other>): Set<string | Other> {
    return new Set(this).union(other);
  }

  intersection<Other>(other: ReadonlySetLike<Other>): Set<string & Other> {
    return new Set(this).intersection(other);
  }

  difference<Other>(other: ReadonlySetLike<Other>): Set<string> {
    return new Set(this).difference(other);
  }

  symmetricDifference<Other>(other: ReadonlySetLike<Other>): Set<string | Other> {
    return new Set(this).symmetricDifference(other);
  }

  isSubsetOf(other: ReadonlySetLike<unknown>): boolean {
    return new Set(this).isSubsetOf(other);
  }

  isSupersetOf(other: ReadonlySetLike<unknown>): boolean {
    return new Set(this).isSupersetOf(other);
  }

  isDisjointFrom(other: ReadonlySetLike<unknown>): boolean {
    return new Set(this).isDisjointFrom(other);
  }
}
