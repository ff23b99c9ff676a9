import { showHidden } from './show-hidden.ts';

const LONGEST_NAME = 120;
const LONGEST_TEXT = 200;
/** What names of hosts, programs, folders and secrets are made of, in whatever language they are used. */
const PLAIN = /^[A-Za-z0-9._~/:@*+=[\]-]+$/;
const BEYOND_ASCII = /[^\x20-\x7e]/gu;

/**
 * A stranger's name in a line that people decide by: as it is if it is plain, else in quotes with every
 * character beyond ASCII written out, so that no letter can pass for another one. Bounded.
 */
export function quoteName(text: string): string {
  const shown = clip(text, LONGEST_NAME);
  if (PLAIN.test(shown)) return shown;
  return JSON.stringify(shown).replaceAll(
    BEYOND_ASCII,
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );
}

/** A stranger's sentence in such a line: in quotes, on one line, with nothing hidden. Bounded. */
export function quoteText(text: string): string {
  return showHidden(JSON.stringify(clip(text, LONGEST_TEXT)));
}

function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}… (${text.length} characters)`;
}
