import { existsSync, realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { type ExtensionSource, findInstalled } from '@mortise/loader';

/** What an extension that came as text is called in place of where it is. */
export const INLINE = 'inline';

/**
 * What the name of an extension in a configuration means: an archive, a folder or a package. An installed
 * package comes before a folder of that name: what can make folders here could put one in its place.
 */
export function locateSource(text: string, baseDir: string): ExtensionSource {
  const path = resolve(baseDir, text);
  if (/\.(?:tgz|tar\.gz)$/.test(text)) return { kind: 'archive', path };
  const named = { kind: 'package', name: text, from: baseDir } as const;
  const isPath = /^[./\\]/.test(text);
  if (!isPath && findInstalled(named) !== undefined) return named;
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  return isPath || isFolder ? { kind: 'folder', path } : named;
}

/** The folder or file that an extension's code is read from; undefined if there is none. */
export function pathOfSource(text: string, baseDir: string): string | undefined {
  if (text.trim() === '' || text === INLINE) return undefined;
  const source = locateSource(text, baseDir);
  if (source.kind === 'package') return findInstalled(source);
  return 'path' in source ? source.path : undefined;
}

/** Whether the code lies in a folder that is edited in place: one that was named, or a linked package. */
export function isLocalSource(text: string, baseDir: string): boolean {
  const source = locateSource(text, baseDir);
  if (source.kind !== 'package') return source.kind === 'folder';
  const path = findInstalled(source);
  return path !== undefined && !realpathSync(path).split(sep).includes('node_modules');
}
