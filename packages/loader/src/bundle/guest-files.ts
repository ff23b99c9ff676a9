import { join, normalize } from 'node:path';

/**
 * Our own files that end up inside bundles, as sources: from here, from where the built bundler is,
 * and from where both are in a published package, which has these sources, too.
 */
export const GUEST_FOLDER = join(import.meta.dirname, '..', '..', 'src', 'guest');

/** A file of ours that ends up inside bundles. */
export function guestFile(path: string): string {
  return join(GUEST_FOLDER, path);
}

export function isGuestFile(path: string): boolean {
  // A package may import by any text, also by one that starts here and leads elsewhere.
  return path.startsWith(`${GUEST_FOLDER}/`) && normalize(path) === path;
}
