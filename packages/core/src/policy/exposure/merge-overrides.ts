import { type ConfiguredTool, foldName, type JsonValue } from '@mortise/contracts';

/** What the configuration says to one tool, key by key. */
export type ToolOverrides = { readonly [key: string]: JsonValue };

/** A tool an agent holds, with what the configuration says to it and where it says so. */
export interface HeldTool {
  readonly name: string;
  readonly overrides: ToolOverrides;
  /** Config paths for static tools, `toolkit <name>` for those of a toolkit. */
  readonly sources: readonly string[];
}

/** Tools by folded name. */
export type HeldTools = ReadonlyMap<string, HeldTool>;

/** One tool that two sides configure differently. */
export interface OverrideConflict {
  readonly tool: string;
  readonly held: ToolOverrides;
  readonly heldBy: readonly string[];
  readonly asked: ToolOverrides;
}

/**
 * The static tools of an agent: defaults, then the agent's own on top, merged key by key (phase 6).
 * The agent's order first, then what only the defaults have.
 */
export function mergeStaticTools(parts: {
  readonly defaults?: readonly ConfiguredTool[] | undefined;
  readonly tools?: readonly ConfiguredTool[] | undefined;
}): HeldTools {
  const defaults = hold(parts.defaults ?? []);
  const merged = new Map<string, HeldTool>();
  for (const [folded, own] of hold(parts.tools ?? [])) {
    const base = defaults.get(folded);
    merged.set(folded, base === undefined ? own : mergeHeld(base, own));
  }
  for (const [folded, base] of defaults) if (!merged.has(folded)) merged.set(folded, base);
  return merged;
}

/** The tools of a toolkit whose overrides differ from what is held. Equal duplicates are no conflict. */
export function findOverrideConflicts(
  held: HeldTools,
  tools: readonly ConfiguredTool[],
): readonly OverrideConflict[] {
  return tools.flatMap((tool) => {
    const holder = held.get(foldName(tool.name));
    if (holder === undefined || sameOverrides(holder.overrides, tool.overrides)) return [];
    const { overrides, sources } = holder;
    return [{ tool: tool.name, held: overrides, heldBy: sources, asked: tool.overrides }];
  });
}

/** What is held once a toolkit without conflicts has joined; the holder's spelling and place are kept. */
export function holdToolkit(
  held: HeldTools,
  toolkit: { readonly name: string; readonly tools: readonly ConfiguredTool[] },
): HeldTools {
  const joined = new Map(held);
  for (const { name, overrides } of toolkit.tools) {
    const folded = foldName(name);
    const holder = joined.get(folded) ?? { name, overrides, sources: [] };
    joined.set(folded, { ...holder, sources: [...holder.sources, `toolkit ${toolkit.name}`] });
  }
  return joined;
}

/** Deep equality of JSON; the order of keys does not matter. */
export function sameOverrides(left: JsonValue, right: JsonValue): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object') return left === right;
  if (left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every(
    (key) => Object.hasOwn(right, key) && sameOverrides(at(left, key), at(right, key)),
  );
}

function at(value: object, key: string): JsonValue {
  return Reflect.get(value, key);
}

function hold(tools: readonly ConfiguredTool[]): HeldTools {
  const held = new Map<string, HeldTool>();
  for (const { name, overrides, path } of tools) {
    const folded = foldName(name);
    const own = { name, overrides, sources: [path] };
    const earlier = held.get(folded);
    held.set(folded, earlier === undefined ? own : mergeHeld(earlier, own));
  }
  return held;
}

function mergeHeld(base: HeldTool, own: HeldTool): HeldTool {
  // Entries instead of a spread target: a key named `__proto__` must stay a key.
  const entries = new Map([...Object.entries(base.overrides), ...Object.entries(own.overrides)]);
  return {
    name: own.name,
    overrides: Object.fromEntries(entries),
    sources: [...own.sources, ...base.sources],
  };
}
