import { posix } from 'node:path';
import { showOnOneLine } from '@mortise/contracts/plain';
import { MEMORY_ROOT } from '../files/package-view.ts';
import { GUEST_FOLDER } from './guest-files.ts';

/** A module as people and source maps see it: inside its package, never where the host keeps it. */
export function showPath(path: string, root: string): string {
  // Names in a source map are whatever its author wrote; they end up in terminals.
  return showOnOneLine(shortName(path, root)).slice(0, 500);
}

function shortName(path: string, root: string): string {
  // First: in a project that has installed this package, its files lie below the root, too.
  if (path.startsWith(`${GUEST_FOLDER}/`)) return `mortise/${posix.relative(GUEST_FOLDER, path)}`;
  for (const folder of [MEMORY_ROOT, root]) {
    if (path.startsWith(`${folder}/`)) return posix.relative(folder, path);
  }
  const installed = path.lastIndexOf('/node_modules/');
  if (installed >= 0) return path.slice(installed + 1);
  const clean = path.replace(/^\0/, '');
  return clean.startsWith('mortise:') ? clean : `dependency/${posix.basename(path)}`;
}
