import { showOnOneLine } from '@mortise/contracts';
import { ARCHIVE_LIMITS } from './archive-limits.ts';

export type EntryName =
  | { readonly ok: true; readonly path: string; readonly folded: string }
  | { readonly ok: false; readonly reason: string };

/** Every npm tarball has one folder at the top, mostly `package`; it is no part of a name. */
export function checkEntryName(name: string): EntryName {
  const refuse = (reason: string): EntryName => ({ ok: false, reason });
  if (name.length > ARCHIVE_LIMITS.pathChars) return refuse('the name is too long');
  if (showOnOneLine(name) !== name)
    return refuse('the name has a control or another hidden character');
  if (name.includes('\\')) return refuse('the name has a backslash');
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return refuse('the name is absolute');
  const pieces = name.replace(/\/+$/, '').split('/');
  if (pieces.includes('..')) return refuse('the name leads out of the archive');
  if (pieces.includes('') || pieces.includes('.')) return refuse('the name has an empty part');
  if (pieces.length > ARCHIVE_LIMITS.pathDepth) return refuse('the name is too deep');
  if (pieces.some((piece) => piece.endsWith('.') || piece.endsWith(' '))) {
    return refuse('a part of the name ends with a dot or a blank');
  }
  const path = pieces.slice(1).join('/').normalize('NFC');
  return { ok: true, path, folded: fold(path) };
}

/** The form under which two names would be one file on some disk. */
function fold(path: string): string {
  return path.normalize('NFKC').toLowerCase();
}
