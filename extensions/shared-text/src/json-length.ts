/**
 * How much of a result the text of our tools may take, in characters of JSON. The limit of a
 * sandbox is 256,000 for the whole result; the rest is for what stands around the text.
 */
export const JSON_BUDGET = 240_000;

/** What a text costs in a result: quotes, line ends and control characters cost more than one. */
export function jsonLength(text: string): number {
  return JSON.stringify(text).length;
}
