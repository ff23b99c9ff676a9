import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { withFolderLock } from '../files/folder-lock.ts';

/** Younger files stay whatever the rule says: they may be named in a moment. */
const LEAST_AGE_MS = 60 * 60 * 1_000;
/** How stale the time of last use may be. */
const USE_PRECISION_MS = 12 * 60 * 60 * 1_000;

/** As the lock store names them; what else lies in the folder is not the host's to remove. */
const BUNDLE = /^sha(?:256|512)-[A-Za-z0-9_-]+\.json$/;

export interface BundlePruning {
  /** How long code stays that is not named any more, in ms. */
  readonly maxAgeMs: number;
  /** Wall clock in ms. */
  readonly now: number;
  /** Counts them and removes none. */
  readonly dryRun: boolean;
}

export interface PrunedBundles {
  readonly count: number;
  readonly bytes: number;
}

/**
 * Takes away kept bundles that were not named for long, while no other process changes one. Those that
 * are named count as used now, also for a host with another lock file on the same state folder.
 */
export async function pruneBundles(
  folder: string,
  named: () => Promise<readonly string[]>,
  pruning: BundlePruning,
): Promise<PrunedBundles> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => BUNDLE.test(name));
  if (files.length === 0) return { count: 0, bytes: 0 };
  const paths = files.map((name) => join(folder, name));
  if (pruning.dryRun) return pruneLocked(paths, new Set(await named()), pruning);
  return withFolderLock(folder, async () => pruneLocked(paths, new Set(await named()), pruning));
}

async function pruneLocked(
  paths: readonly string[],
  named: ReadonlySet<string>,
  { maxAgeMs, now, dryRun }: BundlePruning,
): Promise<PrunedBundles> {
  let pruned = { count: 0, bytes: 0 };
  for (const path of paths) {
    const facts = await stat(path).catch(() => undefined);
    if (facts === undefined) continue;
    const ageMs = now - facts.mtimeMs;
    if (named.has(path)) {
      if (!dryRun && ageMs > USE_PRECISION_MS) await touchFile(path);
    } else if (ageMs > Math.max(maxAgeMs, LEAST_AGE_MS)) {
      if (!dryRun) await rm(path, { force: true });
      pruned = { count: pruned.count + 1, bytes: pruned.bytes + facts.size };
    }
  }
  return pruned;
}

/** It is used now. Where that cannot be noted, it is as old as it was. */
export async function touchFile(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}
