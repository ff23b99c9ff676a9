import { foldName } from '@mortise/contracts';

/** Whether a discoverable pattern (`docker`, `docker*`, `*`) covers a plugin. A leading `*` is literal. */
export function matchesLoadoutPattern(name: string, pattern: string): boolean {
  return compilePatterns([pattern]).find(name) !== undefined;
}

/** Patterns, ready to be asked. */
export interface CompiledPatterns {
  /** The pattern that covers the name, as it was written. */
  find(name: string): string | undefined;
}

/** Sorts patterns once, so that exact names and `*` cost one look-up however many there are. */
export function compilePatterns(patterns: readonly string[]): CompiledPatterns {
  const exact = new Map<string, string>();
  const prefixes: { readonly folded: string; readonly pattern: string }[] = [];
  let catchAll: string | undefined;
  for (const pattern of patterns) {
    const folded = foldName(pattern.trim());
    if (folded === '*') catchAll ??= pattern;
    else if (folded.endsWith('*')) prefixes.push({ folded: folded.slice(0, -1), pattern });
    else if (folded !== '') exact.set(folded, pattern);
  }
  return {
    find: (name) => {
      const folded = foldName(name);
      const prefix = () => prefixes.find((each) => folded.startsWith(each.folded))?.pattern;
      return exact.get(folded) ?? prefix() ?? catchAll;
    },
  };
}
