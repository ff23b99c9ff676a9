import { readFileSync, statSync } from 'node:fs';
import type { LockedExtension } from '@mortise/loader';
import { parseLock } from '@mortise/loader';

/** The lock file as it is right now. */
export type LockView =
  | { readonly status: 'missing' }
  | { readonly status: 'invalid'; readonly reason: string }
  | { readonly status: 'read'; readonly extensions: Readonly<Record<string, LockedExtension>> };

/**
 * Looks at a lock file without waiting, for lists that are asked often. Other processes change the
 * file; it is read again only when its stamp says so.
 */
export function createLockView(path: string): () => LockView {
  let last: { readonly stamp: string; readonly view: LockView } | undefined;
  return () => {
    const stamp = stampOf(path);
    if (stamp === undefined) return { status: 'missing' };
    if (last?.stamp !== stamp) last = { stamp, view: readView(path) };
    return last.view;
  };
}

function stampOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
}

function readView(path: string): LockView {
  try {
    return { status: 'read', ...parseLock(readFileSync(path, 'utf8'), path) };
  } catch (error) {
    return { status: 'invalid', reason: error instanceof Error ? error.message : String(error) };
  }
}
