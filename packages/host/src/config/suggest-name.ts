import { foldName } from '@mortise/contracts';
import { closest, distance } from 'fastest-levenshtein';

const LONGEST_NAME = 64;

/** The known name a person most likely meant, or `undefined` when none is close. */
export function suggestName(written: string, known: Iterable<string>): string | undefined {
  const candidates = [...known];
  if (candidates.length === 0 || written.length > LONGEST_NAME) return undefined;
  const key = comparable(written);
  const nearest = closest(key, candidates.map(comparable));
  if (distance(key, nearest) > Math.max(1, Math.floor(key.length / 3))) return undefined;
  return candidates.find((candidate) => comparable(candidate) === nearest);
}

/** ` did you mean …?` for the end of a message, or nothing. */
export function didYouMean(written: string, known: Iterable<string>): string {
  const name = suggestName(written, known);
  return name === undefined ? '' : `; did you mean \`${name}\`?`;
}

function comparable(name: string): string {
  return foldName(name).replaceAll(/[_\s-]/g, '');
}
