import { RULES } from '../../docs/contract/rules.ts';

/** A place where a text names a rule. */
export interface Citation {
  readonly id: string;
  readonly line: number;
  /**
   * `comment`, `skipped` (a test that does not run): must be right, but prove nothing. `link`: the
   * form for comments of sources.
   */
  readonly kind: 'title' | 'skipped' | 'comment' | 'link';
}

const ID = '[A-Z]-\\d+[a-z]?';
/** `(E-4, S-6)`, `(M-1 to M-7)`, `(F-3, phase 3)`: ids at the start of a parenthesis of its own. */
const IN_PARENTHESES = new RegExp(`(?<=^|[\\s'"\`])\\((?=${ID}\\b)([^()]*)\\)`, 'g');
/** `describe('E-12: what a command is for'`, `"title": "F-5: a prefix"`: one id before a title. */
const BEFORE_TITLE = new RegExp(`(?:(?:describe|it|test)\\(|"title": )['"\`](${ID}): `, 'g');
/** `docs/contract.md#e-4`. */
const AS_LINK = /contract\.md#([a-z]-\d+[a-z]?)\b/g;
/** In a comment any mention counts, if its letter is one of the contract's; in backticks it is code. */
const FAMILIES = new Set([...RULES.keys()].map((id) => id.charAt(0)));
const IN_COMMENT = new RegExp(
  `(?<![\\w#-])[${[...FAMILIES].join('')}]-\\d{1,2}[a-z]?(?![\\w-])`,
  'g',
);
const COMMENT = /^\s*(?:\/\/|\/?\*)|\s\/\/\s/;
const SKIPPED = /\.(?:skip|todo)\(/;
const RANGE = /^([A-Z])-(\d+) to \1-(\d+)$/;

/** Every rule that a text cites, in one of the forms above; other uses of such texts are none. */
export function findCitations(text: string): readonly Citation[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      citationsOfLine(line).map((found) => ({ ...found, line: index + 1 })),
    );
}

function citationsOfLine(line: string): readonly Omit<Citation, 'line'>[] {
  const links = [...line.matchAll(AS_LINK)].map(([, anchor = '']) => idOfAnchor(anchor));
  const isComment = COMMENT.test(line);
  const ids = isComment ? idsOfComment(line) : idsOfTitle(line);
  const kind = isComment ? 'comment' : SKIPPED.test(line) ? 'skipped' : 'title';
  return [
    ...links.map((id) => ({ id, kind: 'link' }) as const),
    ...ids.map((id) => ({ id, kind }) as const),
  ];
}

function idsOfComment(line: string): readonly string[] {
  return line.replaceAll(/`[^`]*`/g, '').match(IN_COMMENT) ?? [];
}

function idsOfTitle(line: string): readonly string[] {
  const grouped = [...line.matchAll(IN_PARENTHESES)].flatMap(([, group = '']) => idsOfGroup(group));
  return [...grouped, ...[...line.matchAll(BEFORE_TITLE)].map(([, id = '']) => id)];
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

/** Anchors are written small: `e-4b` is the rule `E-4b`. */
function idOfAnchor(anchor: string): string {
  return anchor.charAt(0).toUpperCase() + anchor.slice(1);
}
