import { entryKind, type ToolEntry } from '@mortise/contracts';
import { estimateTokens } from '@mortise/core';

/**
 * Measures each definition once: a host may have 10,000 of them and 1,000 agents that use them. Prompts and
 * resources cost nothing: no model is shown them.
 */
export function createTokenMeter(): (entry: ToolEntry) => number {
  const known = new WeakMap<ToolEntry, number>();
  return (entry) => {
    const tokens =
      known.get(entry) ?? (entryKind(entry.name) === 'tool' ? estimateTokens(entry) : 0);
    known.set(entry, tokens);
    return tokens;
  };
}
