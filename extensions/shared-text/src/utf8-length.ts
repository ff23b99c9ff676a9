/** How many bytes a text has in UTF-8, a lone surrogate counted as the mark that replaces it. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    const isPair = code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    // A pair is two units and four bytes.
    bytes += code < 0x800 ? 1 : 2;
    if (isPair) at += 1;
  }
  return bytes;
}
