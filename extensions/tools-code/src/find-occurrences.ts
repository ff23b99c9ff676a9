/** Enough to say that a passage is not unique; on repetitive text all of them would take for ever. */
export const MOST_FOUND = 100;

/** Where `part` stands in `text`, overlapping places included; at most 100. */
export function findOccurrences(text: string, part: string): readonly number[] {
  const found: number[] = [];
  let at = text.indexOf(part);
  while (at !== -1 && found.length < MOST_FOUND) {
    found.push(at);
    at = text.indexOf(part, at + 1);
  }
  return found;
}

/** The number of the line that holds the character at `index`, from 1. */
export function lineOf(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}
