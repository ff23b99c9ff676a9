import {
  foldName,
  RESERVED_TOOL_NAMES,
  type SkippedTool,
  type ToolEntry,
  type ToolOrigin,
} from '@mortise/contracts';

export interface Admission {
  readonly entries: readonly ToolEntry[];
  readonly skipped: readonly SkippedTool[];
}

const ORIGIN_RANK = { core: 0, extension: 1, mcp: 2 } as const;

/**
 * Phase 0: decides who holds which name, from everything that is registered now.
 * A function of the set, not of the order of events, so that a reload can neither lose a name to a
 * neighbour nor move a definition (docs/contract.md#f-2).
 */
export function admitTools(registered: Iterable<ToolEntry>): Admission {
  const ordered = [...registered].sort(compareEntries);
  const holders = reserveCoreNames(ordered);
  const coreNames = new Set(holders.keys());
  const entries: ToolEntry[] = [];
  const skipped: SkippedTool[] = [];
  for (const entry of ordered) {
    const loss = admissionLoss(entry, holders, coreNames);
    if (loss === undefined) {
      holders.set(foldName(entry.name), entry.origin);
      entries.push(entry);
    } else {
      skipped.push({ name: entry.name, origin: entry.origin, ...loss });
    }
  }
  return Object.freeze({ entries: Object.freeze(entries), skipped: Object.freeze(skipped) });
}

/** How an origin is called in messages. */
export function describeOrigin(origin: ToolOrigin): string {
  switch (origin.kind) {
    case 'core':
      return 'core';
    case 'extension':
      return `extension ${origin.id}`;
    case 'mcp':
      return `mcp ${origin.server}`;
    default:
      return origin satisfies never;
  }
}

function admissionLoss(
  entry: ToolEntry,
  holders: ReadonlyMap<string, ToolOrigin>,
  coreNames: ReadonlySet<string>,
): Pick<SkippedTool, 'code' | 'heldBy'> | undefined {
  if (entry.origin.kind === 'core') return undefined;
  if (entry.origin.kind === 'extension' && coreNames.has(foldName(entry.origin.id))) {
    return { code: 'extension_id_clash', heldBy: 'core' };
  }
  const holder = holders.get(foldName(entry.name));
  if (holder === undefined) return undefined;
  const code = holder.kind === 'core' ? 'core_name_clash' : 'extension_name_clash';
  return { code, heldBy: describeOrigin(holder) };
}

function reserveCoreNames(entries: readonly ToolEntry[]): Map<string, ToolOrigin> {
  const holders = new Map<string, ToolOrigin>(
    [...RESERVED_TOOL_NAMES].map((name) => [name, { kind: 'core' }]),
  );
  for (const entry of entries) {
    if (entry.origin.kind !== 'core') continue;
    for (const name of [entry.name, ...entry.aliases]) holders.set(foldName(name), entry.origin);
  }
  return holders;
}

function compareEntries(a: ToolEntry, b: ToolEntry): number {
  return (
    ORIGIN_RANK[a.origin.kind] - ORIGIN_RANK[b.origin.kind] ||
    compareExtensions(a.origin, b.origin) ||
    compareText(a.name, b.name)
  );
}

function compareExtensions(a: ToolOrigin, b: ToolOrigin): number {
  if (a.kind !== 'extension' || b.kind !== 'extension') return 0;
  return a.order - b.order || compareText(a.id, b.id);
}

// By code unit: a locale would order tools differently on another machine.
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
