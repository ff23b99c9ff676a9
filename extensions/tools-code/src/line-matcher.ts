/** Where in a line the first match begins and how long it is, or `undefined`. */
export type LineMatcher = (
  line: string,
) => { readonly at: number; readonly length: number } | undefined;

export interface MatcherOptions {
  readonly query: string;
  readonly isRegex: boolean;
  readonly ignoreCase: boolean;
}

/** Throws a SyntaxError for a regular expression that is none. */
export function createLineMatcher({ query, isRegex, ignoreCase }: MatcherOptions): LineMatcher {
  if (isRegex) return matchPattern(new RegExp(query, ignoreCase ? 'i' : ''));
  return ignoreCase ? matchFolded(query.toLowerCase()) : matchLiteral(query);
}

function matchLiteral(query: string): LineMatcher {
  return (line) => found(line.indexOf(query), query.length);
}

function matchFolded(query: string): LineMatcher {
  return (line) => found(line.toLowerCase().indexOf(query), query.length);
}

function matchPattern(pattern: RegExp): LineMatcher {
  return (line) => {
    const match = pattern.exec(line);
    return match === null ? undefined : { at: match.index, length: match[0].length };
  };
}

function found(at: number, length: number) {
  return at === -1 ? undefined : { at, length };
}
