import { distance } from 'fastest-levenshtein';
import { foldName } from '../names.ts';

/** Distance is quadratic in the length; a name that long was no slip of a key. */
const LONGEST_NAME = 128;

/**
 * The known name that was most likely meant, or `undefined` if none is near. Case, `_`, `-` and
 * spaces do not count, the first of several equally near ones wins.
 * Callers pass only names the reader may see: a suggestion must not reveal a hidden tool.
 */
export function nearestName(written: string, known: Iterable<string>): string | undefined {
  if (written.length > LONGEST_NAME) return undefined;
  const key = comparable(written);
  let limit = Math.ceil(key.length / 3);
  let nearest: string | undefined;
  for (const name of known) {
    const other = comparable(name);
    if (Math.abs(other.length - key.length) > limit) continue;
    const far = distance(key, other);
    if (far > limit) continue;
    nearest = name;
    limit = far - 1;
  }
  return nearest;
}

/** `; did you mean …?` for the end of a message, or nothing. */
export function didYouMean(written: string, known: Iterable<string>): string {
  const name = nearestName(written, known);
  return name === undefined ? '' : `; did you mean \`${name}\`?`;
}

function comparable(name: string): string {
  return foldName(name).replaceAll(/[_\s-]/g, '');
}
