import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ENTRY = /^[0-9a-f]{64}$/;
const DRAFT = /^draft-/;
/** A process that was killed leaves its draft. */
const DRAFT_MS = 60 * 60 * 1_000;
/** Below the limit by so much, so that the next entry does not prune again. */
const ROOM = 0.8;

/** Takes away what was not used for longest until there is room, and drafts that were left. Never throws. */
export function pruneCache(folder: string, maxBytes: number): void {
  try {
    const files = readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      const facts = statSync(path, { throwIfNoEntry: false });
      return facts === undefined ? [] : [{ name, path, used: facts.mtimeMs, bytes: facts.size }];
    });
    const old = Date.now() - DRAFT_MS;
    for (const { path } of files.filter(({ name, used }) => DRAFT.test(name) && used < old)) {
      rmSync(path, { force: true });
    }
    const entries = files.filter(({ name }) => ENTRY.test(name));
    let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    if (bytes <= maxBytes) return;
    for (const entry of entries.sort((one, other) => one.used - other.used)) {
      if (bytes <= maxBytes * ROOM) return;
      rmSync(entry.path, { force: true });
      bytes -= entry.bytes;
    }
  } catch {
    // Another process prunes, or the folder is gone: the next write tries again.
  }
}
