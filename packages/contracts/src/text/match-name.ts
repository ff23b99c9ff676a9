/** One element of a pattern for a name: a character, any one, any number of any, or one of a class. */
type Element =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'any' | 'many' }
  | { readonly kind: 'class'; readonly isNegated: boolean; readonly ranges: readonly Range[] };
type Range = readonly [from: string, to: string];

/** Whether a name fits; a compiled pattern of one part of a path. */
export type NameMatcher = (name: string) => boolean;

/**
 * `*`, `?`, `[a-z]` and `\` as in a .gitignore, for one part of a path. Not by way of a regular
 * expression: the pattern may be a model's, and `*a*a*a*b` must not keep the host busy. Takes at most
 * the product of both lengths in steps.
 */
export function compileName(pattern: string): NameMatcher {
  const elements = readElements([...pattern]);
  if (elements.every(({ kind }) => kind === 'char')) {
    const text = pattern.replaceAll(/\\(.)/gsu, '$1');
    return (name) => name === text;
  }
  return (name) => matches(elements, [...name]);
}

/** Goes back to the last `*` only: an earlier one has found its shortest fit already. */
function matches(elements: readonly Element[], name: readonly string[]): boolean {
  let [at, to, star, from] = [0, 0, -1, 0];
  while (to < name.length) {
    const element = elements[at];
    if (element?.kind === 'many') {
      [star, from] = [at, to];
      at += 1;
    } else if (element !== undefined && fits(element, name[to] ?? '')) {
      at += 1;
      to += 1;
    } else if (star >= 0) {
      from += 1;
      [at, to] = [star + 1, from];
    } else return false;
  }
  return elements.slice(at).every(({ kind }) => kind === 'many');
}

function fits(element: Element, char: string): boolean {
  if (element.kind === 'any') return true;
  if (element.kind === 'char') return element.char === char;
  if (element.kind !== 'class') return false;
  return element.ranges.some(([from, to]) => from <= char && char <= to) !== element.isNegated;
}

function readElements(chars: readonly string[]): readonly Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? '';
    const end = char === '[' ? classEnd(chars, at) : -1;
    if (end > at) {
      elements.push(readClass(chars.slice(at + 1, end)));
      at = end;
    } else if (char === '*') {
      if (elements.at(-1)?.kind !== 'many') elements.push({ kind: 'many' });
    } else if (char === '?') elements.push({ kind: 'any' });
    else if (char === '\\' && at + 1 < chars.length) {
      at += 1;
      elements.push({ kind: 'char', char: chars[at] ?? '' });
    } else elements.push({ kind: 'char', char });
  }
  return elements;
}

/** A `]` right behind the opening one belongs to the class. */
function classEnd(chars: readonly string[], start: number): number {
  const first = /[!^]/.test(chars[start + 1] ?? '') ? start + 2 : start + 1;
  return chars.indexOf(']', first + 1);
}

function readClass(chars: readonly string[]): Element {
  const isNegated = /[!^]/.test(chars[0] ?? '');
  const inner = isNegated ? chars.slice(1) : chars;
  const ranges: Range[] = [];
  for (let at = 0; at < inner.length; at += 1) {
    const from = inner[at] ?? '';
    const isRange = inner[at + 1] === '-' && at + 2 < inner.length;
    ranges.push([from, isRange ? (inner[at + 2] ?? from) : from]);
    if (isRange) at += 2;
  }
  return { kind: 'class', isNegated, ranges };
}
