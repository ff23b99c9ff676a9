import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Host } from '@mortise/host';

/** Editors write a file in several steps; one reload serves them all, ms. */
const SETTLE_MS = 150;
const IGNORED = /(?:^|[\\/])(?:node_modules|dist|\.git|\.mortise)(?:[\\/]|$)/;

/** Calls back after the configuration, the lock file or the folder of an extension changed. */
export function watchServed(
  host: Host,
  configPath: string,
  onChange: () => Promise<unknown>,
): Disposable {
  const folder = dirname(configPath);
  const own = new Set([basename(configPath), 'mortise.lock']);
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // One after the other, and those that the configuration names now from then on.
      turn = turn.then(onChange).then(follow, follow);
    }, SETTLE_MS);
  };
  const follow = () => {
    const wanted = new Set(foldersOf(host, folder));
    for (const [path, watcher] of watchers) if (!wanted.has(path)) drop(path, watcher);
    for (const path of wanted) if (!watchers.has(path)) add(path);
  };
  const drop = (path: string, watcher: FSWatcher) => {
    watchers.delete(path);
    watcher.close();
  };
  const add = (path: string) => {
    const watcher = watch(path, { recursive: true }, (_event, name) => {
      if (name !== null && !IGNORED.test(name)) changed();
    });
    // A folder that is gone is missed by the next reload, which says so.
    watcher.on('error', () => drop(path, watcher));
    watchers.set(path, watcher);
  };
  const configuration = watch(folder, (_event, name) => {
    if (name !== null && own.has(name)) changed();
  });
  follow();
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      configuration.close();
      for (const [path, watcher] of watchers) drop(path, watcher);
    },
  };
}

/** The folders of extensions that the configuration names; tarballs and packages do not change in place. */
function foldersOf(host: Host, baseDir: string): readonly string[] {
  return host.config.extensions
    .filter(({ enabled }) => enabled)
    .map(({ source }) => resolve(baseDir, source))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true);
}
