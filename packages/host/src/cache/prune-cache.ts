import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const ENTRY = /^[0-9a-f]{64}$/;
const DRAFT = /^draft-/;
/** A process that was killed leaves its draft. */
const DRAFT_MS = 60 * 60 * 1_000;
/** Below the limit by so much, so that the next entry does not prune again. */
const ROOM = 0.8;

export interface CachePruning {
  readonly maxBytes: number;
  /** Entries that were not used for longer go, in ms; all stay if absent. */
  readonly maxAgeMs?: number;
  /** Counts them and removes none. */
  readonly dryRun?: boolean;
}

/** What went, or would go. */
export interface PrunedFiles {
  readonly count: number;
  readonly bytes: number;
}

interface CacheFile extends CachedFacts {
  readonly name: string;
  readonly path: string;
}

interface CachedFacts {
  readonly used: number;
  readonly bytes: number;
}

/** Takes away what was not used for longest until there is room, and drafts that were left. Never rejects. */
export async function pruneCache(folder: string, pruning: CachePruning): Promise<PrunedFiles> {
  const files = await listFiles(folder);
  const old = chooseOld(files, pruning);
  const gone = pruning.dryRun === true ? old : await removeAll(old);
  return { count: gone.length, bytes: gone.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function chooseOld(files: readonly CacheFile[], pruning: CachePruning): readonly CacheFile[] {
  const { maxBytes, maxAgeMs = Number.POSITIVE_INFINITY } = pruning;
  const now = Date.now();
  const drafts = files.filter(({ name, used }) => DRAFT.test(name) && used < now - DRAFT_MS);
  const entries = files.filter(({ name }) => ENTRY.test(name));
  const [old, others] = [
    entries.filter(({ used }) => used < now - maxAgeMs),
    entries.filter(({ used }) => used >= now - maxAgeMs),
  ];
  return [...drafts, ...old, ...chooseLarge(others, maxBytes)];
}

function chooseLarge(entries: readonly CacheFile[], maxBytes: number): readonly CacheFile[] {
  let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (bytes <= maxBytes) return [];
  const chosen: CacheFile[] = [];
  for (const entry of entries.toSorted((one, other) => one.used - other.used)) {
    if (bytes <= maxBytes * ROOM) break;
    chosen.push(entry);
    bytes -= entry.bytes;
  }
  return chosen;
}

/** What another process takes away meanwhile is not there. */
async function listFiles(folder: string): Promise<readonly CacheFile[]> {
  const files: CacheFile[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const facts = await lstat(path).catch(() => undefined);
    if (facts?.isDirectory() === false)
      files.push({ name, path, used: facts.mtimeMs, bytes: facts.size });
  }
  return files;
}

/** Answers those that went: a folder that became read-only keeps what it has. */
async function removeAll(files: readonly CacheFile[]): Promise<readonly CacheFile[]> {
  const gone: CacheFile[] = [];
  for (const file of files) {
    const isGone = await rm(file.path, { force: true }).then(
      () => true,
      () => false,
    );
    if (isGone) gone.push(file);
  }
  return gone;
}
