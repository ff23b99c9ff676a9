const ESC = String.fromCharCode(27);
const BEL = String.fromCharCode(7);
// Colours and cursor moves (CSI), character sets, then titles and links (OSC). Every loop excludes the character
// that starts a sequence, so an unterminated one costs no second scan.
const SEQUENCE = new RegExp(
  `${ESC}(?:\\[[0-9;?]*[A-Za-z]|\\([A-Z0-9]|\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\))`,
  'g',
);

/** Removes terminal colour, cursor and link sequences; text without any comes back as it is. */
export function stripAnsi(text: string): string {
  return text.includes(ESC) ? text.replace(SEQUENCE, '') : text;
}
