const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** A text as one word of a POSIX shell, so that a command in a hint can be typed as it stands. */
export function shellWord(text: string): string {
  // A leading dash would be read as an option by the command itself; quotes do not help there.
  return PLAIN_WORD.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
