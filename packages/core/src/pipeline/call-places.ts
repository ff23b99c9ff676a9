import type { ToolCall } from '@mortise/contracts';
import pLimit, { type LimitFunction } from 'p-limit';

/**
 * Gives every extension and every MCP server places of its own, so that one that never answers
 * fills up its own and no other's. How many there are follows the limits in force.
 */
export class CallPlaces {
  readonly #places = new Map<string, LimitFunction>();

  placesFor({ entry: { origin }, limits }: ToolCall): LimitFunction {
    const { hostConcurrentCalls, concurrentCalls } = limits;
    if (origin.kind === 'core') return this.#placesOf('core', hostConcurrentCalls);
    const key = origin.kind === 'mcp' ? `mcp ${origin.server}` : `extension ${origin.id}`;
    return this.#placesOf(key, concurrentCalls);
  }

  #placesOf(key: string, count: number): LimitFunction {
    const known = this.#places.get(key);
    if (known === undefined) {
      const made = pLimit(count);
      this.#places.set(key, made);
      return made;
    }
    if (known.concurrency !== count) known.concurrency = count;
    return known;
  }
}
