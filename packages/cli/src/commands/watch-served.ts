import { statSync, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Host } from '@mortise/host';
import { watchFolder } from './watch-folder.ts';

/** Editors write a file in several steps; one reload serves them all, ms. */
const SETTLE_MS = 150;

/** Calls back after the configuration, the lock file or the folder of an extension changed. */
export function watchServed(
  host: Host,
  configPath: string,
  onChange: () => Promise<unknown>,
): Disposable {
  const folder = dirname(configPath);
  const own = new Set([basename(configPath), 'mortise.lock']);
  const watchers = new Map<string, Disposable>();
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
    for (const [path, watching] of watchers) if (!wanted.has(path)) drop(path, watching);
    // A folder that is gone is missed by the next reload, which says so.
    for (const path of wanted)
      if (!watchers.has(path)) watchers.set(path, watchFolder(path, changed));
  };
  const drop = (path: string, watching: Disposable) => {
    watchers.delete(path);
    watching[Symbol.dispose]();
  };
  const configuration = watch(folder, (_event, name) => {
    if (name !== null && own.has(name)) changed();
  });
  follow();
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      configuration.close();
      for (const [path, watching] of watchers) drop(path, watching);
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
