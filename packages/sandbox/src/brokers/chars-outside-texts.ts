/**
 * How many characters of a JSON text stand outside of its strings. What is in strings costs little to
 * read; millions of small lists cost the host seconds.
 */
export function charsOutsideTexts(json: string): number {
  let outside = 0;
  let start = 0;
  for (let open = json.indexOf('"'); open >= 0; open = json.indexOf('"', start)) {
    outside += open - start;
    start = endOfString(json, open);
  }
  return outside + json.length - start;
}

/** Behind the closing quote of the string that begins at `open`. */
function endOfString(json: string, open: number): number {
  let close = json.indexOf('"', open + 1);
  while (close >= 0 && isEscaped(json, close)) close = json.indexOf('"', close + 1);
  return close < 0 ? json.length : close + 1;
}

function isEscaped(json: string, quote: number): boolean {
  let slashes = 0;
  while (json.charCodeAt(quote - 1 - slashes) === 92) slashes += 1;
  return slashes % 2 === 1;
}
