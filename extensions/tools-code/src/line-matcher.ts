/** Where in a line the first match begins, or `undefined`. */
export type LineMatcher = (line: string) => { readonly at: number } | undefined;

/** Throws a SyntaxError for a regular expression that is none. */
export function createLineMatcher(pattern: string, ignoreCase: boolean): LineMatcher {
  const expression = new RegExp(pattern, ignoreCase ? 'i' : '');
  return (line) => {
    const match = expression.exec(line);
    return match === null ? undefined : { at: match.index };
  };
}
