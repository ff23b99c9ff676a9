/** What reads a text that a stranger may have written, and what must hold for every text. */
export interface FuzzTarget {
  readonly name: string;
  /** Files whose coverage guides the search, by their path from the root. */
  readonly files: readonly string[];
  /** Texts that it is made for, from which others are made. */
  readonly seeds: readonly string[];
  /** Throws if something does not hold. */
  readonly check: (text: string) => void;
}

export function hold(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`does not hold: ${what}`);
}
