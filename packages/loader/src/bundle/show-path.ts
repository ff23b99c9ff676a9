import { join, posix } from 'node:path';

const GUEST = join(import.meta.dirname, '..', 'guest');

/** A module as people and source maps see it: inside its package, never where the host keeps it. */
export function showPath(path: string, root: string): string {
  if (path.startsWith(`${root}/`)) return posix.relative(root, path);
  if (path.startsWith(`${GUEST}/`)) return `mortise/${posix.relative(GUEST, path)}`;
  const installed = path.lastIndexOf('/node_modules/');
  if (installed >= 0) return path.slice(installed + 1);
  const clean = path.replace(/^\0/, '');
  return clean.startsWith('mortise:') ? clean : `dependency/${posix.basename(path)}`;
}
