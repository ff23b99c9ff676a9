import { foldName } from '@mortise/contracts';
import { distance } from 'fastest-levenshtein';

/**
 * The candidate somebody most likely meant, or `undefined` if none is near.
 * Callers pass only names the reader may see: a suggestion must not reveal a hidden tool.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  // Distance is quadratic in the length; a name that long was no slip of a key.
  if (name.length > 128) return undefined;
  const folded = foldName(name);
  const limit = Math.ceil(folded.length / 3);
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const far = distance(folded, foldName(candidate));
    if (far <= limit && (best === undefined || far < best.distance)) {
      best = { name: candidate, distance: far };
    }
  }
  return best?.name;
}
