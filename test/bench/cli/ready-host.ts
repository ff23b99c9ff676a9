import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CacheStore } from '@mortise/contracts';
import { createHost, FolderCache } from '@mortise/host';

/** A program of its own: starts a host, says when it was ready and how many packages were bundled. */
const [folder = '.'] = process.argv.slice(2);
const stateDir = join(folder, 'state');
mkdirSync(stateDir, { recursive: true, mode: 0o700 });
const store = new FolderCache(join(stateDir, 'cache'));
let bundled = 0;
const cache: CacheStore = {
  read: (key) => store.read(key),
  write: (key, bytes) => {
    // A package is written once it was bundled, and never otherwise.
    if (key.startsWith('package ')) bundled += 1;
    return store.write(key, bytes);
  },
};
const lockFile = join(folder, 'mortise.lock');
await using host = await createHost({
  config: join(folder, 'mortise.config.json'),
  ...{ stateDir, cache, lockFile, sandbox: { spareRunners: 0 } },
});
const readyMs = performance.now();
const failed = host.extensions.list().filter(({ status }) => status === 'failed');
if (failed.length > 0) throw new Error(JSON.stringify(failed[0]));
// The first start installs what it loaded: what is pinned passes the update gate at every start.
if (!existsSync(lockFile)) {
  for (const { origin } of host.extensions.list()) await host.extensions.install(origin, {});
}
process.stdout.write(JSON.stringify({ readyMs, bundled }));
