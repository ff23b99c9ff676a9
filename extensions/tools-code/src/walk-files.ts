import type { Files } from '@mortise/sdk';
import type { WalkRules } from './code-config.ts';
import { joinPath } from './file-path.ts';
import type { HostCallBudget } from './host-call-budget.ts';

export interface WalkEntry {
  /** Relative to where the walk started. */
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
}

export interface WalkOptions {
  readonly files: Pick<Files, 'list'>;
  /** The folder to walk through. */
  readonly start: string;
  readonly rules: Pick<WalkRules, 'isIgnored'>;
  readonly budget: HostCallBudget;
  /** Folders below this depth are named and not entered; 1 is the start alone. */
  readonly maxDepth: number;
  /** Goes on behind this path of an earlier walk. */
  readonly after?: string;
}

const MOST_ENTRIES = 10_000;

/**
 * Everything below a folder, names in order, a folder before what is in it. Links are named and not
 * followed. Ends early when the budget of host calls does.
 */
export async function* walkFiles(options: WalkOptions): AsyncGenerator<WalkEntry, void, undefined> {
  const after = options.after === undefined ? [] : options.after.split('/');
  yield* walkFolder(options, { folder: '', depth: 1, after });
}

interface Step {
  readonly folder: string;
  readonly depth: number;
  /** What is left of the path to go on behind, below this folder; empty: everything is new. */
  readonly after: readonly string[];
}

async function* walkFolder(
  options: WalkOptions,
  { folder, depth, after }: Step,
): AsyncGenerator<WalkEntry, void, undefined> {
  const { files, start, rules, budget, maxDepth } = options;
  if (!budget.take()) return;
  const path = folder === '' ? start : joinPath(start, folder);
  const { entries } = await files.list(path, { limit: MOST_ENTRIES });
  const [reached = '', ...rest] = after;
  for (const { name, kind } of entries) {
    if (budget.isSpent) return;
    if (name < reached) continue;
    const entryPath = joinPath(folder, name);
    if (rules.isIgnored(kind === 'directory' ? `${entryPath}/` : entryPath)) continue;
    if (name !== reached) yield { path: entryPath, kind };
    if (kind !== 'directory' || depth >= maxDepth) continue;
    yield* walkFolder(options, {
      folder: entryPath,
      depth: depth + 1,
      after: name === reached ? rest : [],
    });
  }
}
