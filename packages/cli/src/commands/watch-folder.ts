import { type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Folders that change without the author. */
const NOT_WATCHED: ReadonlySet<string> = new Set(['node_modules', 'dist', '.git', '.mortise']);
/** Nothing to watch, or nothing that this user could read: what needs it says so when it is read. */
const NOTHING_THERE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM']);

/**
 * Calls back whenever something in a folder changes, at any depth. It watches folders and not files: Node's
 * own `recursive` watches each file on Linux, those of `node_modules` too, and hears nothing more of a file
 * that was once replaced by a rename, which is how many programs save. Throws if the system has no watchers left.
 */
export function watchFolder(folder: string, onChange: () => void): Disposable {
  const watchers = new Map<string, FSWatcher>();
  const leave = (path: string) => {
    for (const [watched, watcher] of watchers) {
      if (watched !== path && !watched.startsWith(join(path, '/'))) continue;
      watchers.delete(watched);
      watcher.close();
    }
  };
  const enter = (path: string) => {
    try {
      // Watched before it is read: what is put into it meanwhile is seen by one of the two.
      const watcher = watch(path, (event, name) => changed(path, event, name));
      watcher.on('error', () => leave(path));
      watchers.set(path, watcher);
      for (const entry of readdirSync(path, { withFileTypes: true }))
        if (entry.isDirectory() && !NOT_WATCHED.has(entry.name)) enter(join(path, entry.name));
    } catch (error) {
      leave(path);
      if (!NOTHING_THERE.has(Reflect.get(error as object, 'code'))) throw error;
    }
  };
  const changed = (path: string, event: string, name: string | null) => {
    if (name !== null && NOT_WATCHED.has(name)) return;
    if (event === 'rename' && name !== null) replaced(join(path, name));
    onChange();
  };
  /** What has a name may be another folder than before, or one for the first time. */
  const replaced = (path: string) => {
    leave(path);
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) enter(path);
  };
  enter(folder);
  return { [Symbol.dispose]: () => leave(folder) };
}
