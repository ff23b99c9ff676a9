import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { withFolderLock } from '../files/folder-lock.ts';
import { isDraft, removeDrafts } from '../files/replace-file.ts';
import type { Pruned, PruneRun } from './pruned.ts';

/** Drafts of edits that were killed. Only who has the folder's lock writes one, so all that are there are left. */
export async function pruneDrafts(
  folders: readonly string[],
  { dryRun }: PruneRun,
): Promise<Pruned> {
  let count = 0;
  for (const folder of new Set(folders)) {
    const left = (await readdir(folder).catch(() => [])).filter(isDraft);
    if (left.length === 0) continue;
    if (!dryRun) await withFolderLock(folder, () => removeDrafts(folder));
    count += left.length;
  }
  return { count, bytes: 0 };
}

/** A copy that was being made when its process was killed. */
const LEFT_MS = 60 * 60 * 1_000;

/** Behind the name of a database, as a migration names its copy and its draft: a copy of the operator's own is not ours. */
const BACKUP = /^\.backup-\d+(?:\.draft-[0-9a-f]+(?:-journal|-wal|-shm)?)?$/;

/** Copies of databases from before a migration, `state.db.backup-1`, and unfinished ones. */
export async function pruneBackups(
  databases: readonly string[],
  { now, dryRun, maxAgeMs }: PruneRun & { readonly maxAgeMs: number },
): Promise<Pruned> {
  let pruned = { count: 0, bytes: 0 };
  for (const path of databases) {
    const database = basename(path);
    const isBackup = (name: string) =>
      name.startsWith(database) && BACKUP.test(name.slice(database.length));
    const names = await readdir(dirname(path)).catch(() => []);
    for (const name of names.filter(isBackup)) {
      const copy = join(dirname(path), name);
      const facts = await stat(copy).catch(() => undefined);
      const isOld = (each: number) => now - each > (name.includes('.draft-') ? LEFT_MS : maxAgeMs);
      if (facts === undefined || !isOld(facts.mtimeMs)) continue;
      if (!dryRun) await rm(copy, { force: true });
      pruned = { count: pruned.count + 1, bytes: pruned.bytes + facts.size };
    }
  }
  return pruned;
}
