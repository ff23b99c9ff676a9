import { readFileSync } from 'node:fs';
import type { LockFile } from '@mortise/loader';
import { parseLock } from '@mortise/loader';
import { stampOf } from './file-stamp.ts';

/** The lock file as it is right now. */
export type LockView =
  | { readonly status: 'missing' }
  | { readonly status: 'invalid'; readonly reason: string }
  | ({ readonly status: 'read' } & Pick<LockFile, 'extensions' | 'servers'>);

/**
 * Looks at a lock file without waiting, for lists that are asked often. Other processes change the
 * file; it is read again only when its stamp says so.
 */
export function createLockView(path: string): () => LockView {
  let last: { readonly stamp: string; readonly view: LockView } | undefined;
  return () => {
    const stamp = stampOf(path);
    if (stamp === undefined) return { status: 'missing' };
    if (last?.stamp === stamp.text) return last.view;
    const view = readView(path);
    last = stamp.isSettled ? { stamp: stamp.text, view } : undefined;
    return view;
  };
}

function readView(path: string): LockView {
  try {
    return { status: 'read', ...parseLock(readFileSync(path, 'utf8'), path) };
  } catch (error) {
    return { status: 'invalid', reason: error instanceof Error ? error.message : String(error) };
  }
}
