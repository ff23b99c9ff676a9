import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  type JSONPath,
  modify,
  type Node,
  parseTree,
} from 'jsonc-parser';

/**
 * Takes a key or an entry out of a JSON text; comments beside other entries stay. Entries of lists are cut
 * out here: jsonc-parser leaves half of the last one of a list on one line behind, and comments with it.
 */
export function deleteFromJson(text: string, path: JSONPath): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const entry = root && findNodeAtLocation(root, path);
  if (entry?.parent?.type !== 'array') return applyEdits(text, modify(text, path, undefined, {}));
  const end = entry.offset + entry.length;
  const commaAfter = commaBehind(text, end);
  const cut = cutOf(text, entry.offset, commaAfter === undefined ? end : commaAfter + 1);
  const before = previousOf(entry);
  // The last one without a comma of its own: the comma before it goes.
  const comma =
    commaAfter === undefined && before
      ? commaBehind(text, before.offset + before.length)
      : undefined;
  const head = text.slice(0, cut.from);
  const kept = comma === undefined ? head : head.slice(0, comma) + head.slice(comma + 1);
  return kept + text.slice(cut.to);
}

function previousOf(entry: Node): Node | undefined {
  const entries = entry.parent?.children ?? [];
  return entries[entries.indexOf(entry) - 1];
}

/** Where the comma behind a value stands, comments skipped. */
function commaBehind(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === ',' ? at : undefined;
}

/** An entry alone on its lines goes with them and the comment at their end; any other with the blanks behind it. */
function cutOf(text: string, offset: number, end: number): { from: number; to: number } {
  const [blank = ''] = /[^\S\r\n]*$/.exec(text.slice(0, offset)) ?? [];
  const [lineBreak = ''] = /\r?\n$/.exec(text.slice(0, offset - blank.length)) ?? [];
  const [rest = ''] = /^[^\S\r\n]*(?:\/\/[^\r\n]*)?(?=[\r\n])/.exec(text.slice(end)) ?? [];
  const isAlone = lineBreak !== '' && /^[\r\n]/.test(text.slice(end + rest.length));
  if (isAlone) return { from: offset - blank.length - lineBreak.length, to: end + rest.length };
  const [spaces = ''] = /^[^\S\r\n]*/.exec(text.slice(end)) ?? [];
  return { from: offset, to: end + spaces.length };
}
