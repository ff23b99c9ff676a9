/** A place where a text names a rule. */
export interface Citation {
  readonly id: string;
  readonly line: number;
  /** Whether it stands in a comment: such a citation must be right, but proves nothing. */
  readonly isComment: boolean;
}

const ID = '[A-Z]-\\d+[a-z]?';
/** `(E-4, S-6)`, `(M-1 to M-7)`, `(F-3, phase 3)`: ids at the start of a parenthesis of its own. */
const IN_PARENTHESES = new RegExp(`(?<=^|[\\s'"\`])\\((?=${ID}\\b)([^()]*)\\)`, 'g');
/** `'E-12: what a command is for'`: one id at the start of a title. */
const BEFORE_TITLE = new RegExp(`(?:describe|it|test)\\(['"\`](${ID}): `, 'g');
/** `docs/contract.md#e-4`, the form for comments of sources. */
const AS_LINK = /contract\.md#([a-z]-\d+[a-z]?)\b/g;
const RANGE = /^([A-Z])-(\d+) to \1-(\d+)$/;
const COMMENT = /^\s*(?:\/\/|\/?\*)|\s\/\/\s/;

/** Every rule that a text cites, in one of the three forms above; other uses of such texts are none. */
export function findCitations(text: string): readonly Citation[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      idsOfLine(line).map((id) => ({ id, line: index + 1, isComment: COMMENT.test(line) })),
    );
}

function idsOfLine(line: string): readonly string[] {
  const grouped = [...line.matchAll(IN_PARENTHESES)].flatMap(([, group = '']) => idsOfGroup(group));
  const titles = [...line.matchAll(BEFORE_TITLE)].map(([, id = '']) => id);
  const links = [...line.matchAll(AS_LINK)].map(
    ([, id = '']) => id.slice(0, 1).toUpperCase() + id.slice(1),
  );
  return [...grouped, ...titles, ...links];
}

function idsOfGroup(group: string): readonly string[] {
  return group.split(',').flatMap((part) => {
    const range = RANGE.exec(part.trim());
    if (range === null) return part.match(new RegExp(`\\b${ID}\\b`, 'g')) ?? [];
    const [, family, first, last] = range;
    const count = Math.max(0, Number(last) - Number(first) + 1);
    return Array.from({ length: count }, (_, index) => `${family}-${Number(first) + index}`);
  });
}
