import type { ToolEntry } from '@mortise/contracts';
import pLimit, { type LimitFunction } from 'p-limit';

export interface PlaceCounts {
  /** Calls of core tools at once. */
  readonly core: number;
  /** Calls at once of one extension or one MCP server. */
  readonly each: number;
}

/**
 * Gives every extension and every MCP server places of its own, so that one that never answers
 * fills up its own and no other's.
 */
export class CallPlaces {
  readonly #core: LimitFunction;
  readonly #each: number;
  readonly #others = new Map<string, LimitFunction>();

  constructor({ core, each }: PlaceCounts) {
    this.#core = pLimit(core);
    this.#each = each;
  }

  placesFor({ origin }: ToolEntry): LimitFunction {
    if (origin.kind === 'core') return this.#core;
    const key = origin.kind === 'mcp' ? `mcp ${origin.server}` : `extension ${origin.id}`;
    const known = this.#others.get(key);
    if (known !== undefined) return known;
    const made = pLimit(this.#each);
    this.#others.set(key, made);
    return made;
  }
}
