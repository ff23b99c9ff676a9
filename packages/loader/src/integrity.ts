import { createHash } from 'node:crypto';

/** `sha512-…` as npm writes it, of the bytes of an archive. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/**
 * `sha512-…` of a set of files: of their paths and contents, in the order of the paths.
 * Lengths are written before contents, so that no two sets give the same stream of bytes.
 */
export function integrityOfFiles(files: Iterable<readonly [string, Uint8Array]>): string {
  const hash = createHash('sha512');
  const sorted = [...files].sort(([left], [right]) => (left < right ? -1 : 1));
  for (const [path, bytes] of sorted) {
    hash.update(`${Buffer.byteLength(path)}:${path}${bytes.length}:`).update(bytes);
  }
  return `sha512-${hash.digest('base64')}`;
}
