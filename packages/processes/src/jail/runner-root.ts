import { lstatSync, mkdirSync, readlinkSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type MountCalls, MS_NOSUID_NODEV } from './mount-calls.ts';
import { withoutInner } from './open-paths.ts';

/** Where a new root is put together: it is hidden by it, and nothing of it is needed in one. */
const PLACE = '/proc';
/** Links to folders of programs and libraries, which loaders follow. */
const TOP_LINKS = ['/bin', '/lib', '/lib32', '/lib64', '/sbin'];

/** A root in which there is nothing but some files and folders of the old one, read-only. */
export function makeRunnerRoot(mounts: MountCalls, files: readonly string[]): void {
  // The runner is another user, who must find its way through folders that are made here.
  process.umask(0o022);
  mounts.mountTmpfs(PLACE, MS_NOSUID_NODEV);
  for (const link of TOP_LINKS) copyLink(mounts, link);
  for (const file of withoutInner(files)) {
    const at = join(PLACE, realpathSync(dirname(file)), basename(file));
    if (makePoint(file, at)) mounts.bind(file, at);
  }
  mounts.enter(PLACE);
  mounts.becomeRoot();
  mounts.setReadOnly('/');
}

function copyLink(mounts: MountCalls, path: string): void {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts?.isSymbolicLink() === true) mounts.linkTo(readlinkSync(path), `${PLACE}${path}`);
}

/** What a mount can be put on. False if there is nothing to mount. */
function makePoint(file: string, at: string): boolean {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts === undefined) return false;
  mkdirSync(facts.isDirectory() ? at : dirname(at), { recursive: true });
  if (!facts.isDirectory()) writeFileSync(at, '');
  return true;
}
