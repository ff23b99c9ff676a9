/**
 * What becomes of one line. `keep` stays; `hint` repeats advice that carries no state and goes
 * without a trace; the others go and are counted in a marker.
 */
export type LineVerdict = 'keep' | 'hint' | 'passing' | 'progress' | 'entries' | 'cut';

/**
 * One kind of output that is known well enough to name the lines that may go.
 * A format never writes a summary of its own: what it does not know, it keeps word for word, so
 * that the reduced text cannot claim anything the program did not print.
 */
export interface OutputFormat {
  readonly name: string;
  /** Whether these lines have the shape this program prints when it ran to its end. */
  matches(lines: readonly string[]): boolean;
  /** One verdict per line. */
  judge(lines: readonly string[]): LineVerdict[];
  /** Whether a line outlives the cut through an output that is still too long. */
  isImportant(line: string): boolean;
}

// Keeps every regular expression linear in practice, and no line we know is nearly as long.
const LONGEST_KNOWN_LINE = 1_000;

/** Whether a line matches, for lines short enough to be one of a known format. */
export function lineMatches(line: string, pattern: RegExp): boolean {
  return line.length <= LONGEST_KNOWN_LINE && pattern.test(line);
}
