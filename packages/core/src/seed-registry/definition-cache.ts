import type { ToolDefinition, ToolEntry } from '@mortise/contracts';

const MOST_KEPT = 64;

/**
 * Keeps the lists of definitions that were asked for, so that an unchanged registry answers with
 * the same frozen array, and so with the same bytes, turn after turn.
 */
export class DefinitionCache {
  readonly #lists = new Map<string, readonly ToolDefinition[]>();
  readonly #definitions = new WeakMap<ToolEntry, ToolDefinition>();
  #revision = -1;

  /** `key` must tell apart everything, besides the registry, that decides what `select` gives. */
  listFor(
    revision: number,
    key: string,
    select: () => readonly ToolEntry[],
  ): readonly ToolDefinition[] {
    if (revision !== this.#revision) {
      this.#lists.clear();
      this.#revision = revision;
    }
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const list = Object.freeze(select().map((entry) => this.#definitionOf(entry)));
    this.#keep(key, list);
    return list;
  }

  #keep(key: string, list: readonly ToolDefinition[]): void {
    this.#lists.set(key, list);
    const oldest = this.#lists.keys().next();
    if (this.#lists.size > MOST_KEPT && oldest.done === false) this.#lists.delete(oldest.value);
  }

  #definitionOf(entry: ToolEntry): ToolDefinition {
    const known = this.#definitions.get(entry);
    if (known !== undefined) return known;
    const { name, description, schema } = entry;
    const definition = Object.freeze({ name, description, parameters: schema });
    this.#definitions.set(entry, definition);
    return definition;
  }
}
