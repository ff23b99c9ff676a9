/** A pattern of ECMAScript (flag `u`) in the words of RE2, or why it has none. */
export type TranslatedPattern =
  | { readonly status: 'ok'; readonly text: string; readonly isSimple: boolean }
  | { readonly status: 'refused'; readonly reason: string };

const SPACES = [
  ...['\\x{9}-\\x{d}', '\\x{20}', '\\x{a0}', '\\x{1680}', '\\x{2000}-\\x{200a}'],
  ...['\\x{2028}', '\\x{2029}', '\\x{202f}', '\\x{205f}', '\\x{3000}', '\\x{feff}'],
].join('');
const NO_SPACES = [
  ...['\\x{0}-\\x{8}', '\\x{e}-\\x{1f}', '\\x{21}-\\x{9f}', '\\x{a1}-\\x{167f}'],
  ...['\\x{1681}-\\x{1fff}', '\\x{200b}-\\x{2027}', '\\x{202a}-\\x{202e}', '\\x{2030}-\\x{205e}'],
  ...['\\x{2060}-\\x{2fff}', '\\x{3001}-\\x{fefe}', '\\x{ff00}-\\x{10ffff}'],
].join('');
const ANY = '[\\x{0}-\\x{10ffff}]';
const NONE = '[^\\x{0}-\\x{10ffff}]';
const DOT = '[^\\n\\r\\x{2028}\\x{2029}]';

/** One token: an escape, a group's beginning, a counted repetition, or a character. */
const TOKEN =
  /\\(?:u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|[pP]\{[^}]*\}|k<[^>]*>|.)|\(\?(?:<[^=!>]*>|<?[=!]|[^:]*:)|\{\d+(?:,\d*)?\}|[\s\S]/gu;

/**
 * The same texts match, because what the two engines read differently is spelled out: spaces, the dot,
 * escapes, brackets inside of classes. What RE2 cannot decide in linear time is refused by name.
 */
export function translatePattern(pattern: string): TranslatedPattern {
  const tokens = pattern.match(TOKEN) ?? [];
  const written: string[] = [];
  const shape = { groups: 0, counted: 0, repetitions: 0, alternatives: 0 };
  let isInClass = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (isInClass) {
      isInClass = token !== ']';
      written.push(isInClass ? inClass(token) : ']');
      continue;
    }
    if (token === '[') {
      const [empty, length] = emptyClass(tokens, at);
      isInClass = empty === undefined;
      written.push(empty ?? '[');
      at += length;
      continue;
    }
    const fault = faultOf(token);
    if (fault !== undefined) return { status: 'refused', reason: fault };
    count(token, shape);
    written.push(outsideClass(token));
  }
  return { status: 'ok', text: written.join(''), isSimple: isSimple(pattern, shape) };
}

interface Shape {
  groups: number;
  counted: number;
  repetitions: number;
  alternatives: number;
}

/**
 * Backtracking has nothing to try again in it, the ways of one group, or one thing from one place: any engine
 * is linear. The ways of two groups would multiply.
 */
function isSimple(pattern: string, shape: Shape): boolean {
  const { groups, counted, repetitions, alternatives } = shape;
  if (counted > 0 || groups > 1) return false;
  if (groups === 1) return repetitions === 0;
  return repetitions === 0 || (repetitions === 1 && alternatives === 0 && pattern.startsWith('^'));
}

function count(token: string, shape: Shape): void {
  // V8 unrolls counted repetitions when it first runs them, and may find them too large then.
  if (/^\{./s.test(token)) shape.counted += 1;
  if (token.startsWith('(')) shape.groups += 1;
  if (token === '|') shape.alternatives += 1;
  if (/^[*+?]$/.test(token)) shape.repetitions += 1;
}

function faultOf(token: string): string | undefined {
  if (/^\(\?<?[=!]/.test(token)) return 'looking ahead or behind cannot be decided in linear time';
  if (/^\\(?:[1-9]|k<)/.test(token))
    return 'a reference to a group cannot be decided in linear time';
  if (/^\(\?[^<:]/.test(token)) return 'flags inside of a pattern are not supported';
  return undefined;
}

/** `[]` matches nothing and `[^]` anything; elsewhere a bracket in that place is a character. */
function emptyClass(tokens: readonly string[], at: number): readonly [string | undefined, number] {
  if (tokens[at + 1] === ']') return [NONE, 1];
  if (tokens[at + 1] === '^' && tokens[at + 2] === ']') return [ANY, 2];
  return [undefined, 0];
}

function outsideClass(token: string): string {
  if (token === '.') return DOT;
  if (token === '(' || token.startsWith('(?<')) return '(?:';
  if (token === '\\s') return `[${SPACES}]`;
  if (token === '\\S') return `[^${SPACES}]`;
  return token.startsWith('\\') ? escapeOf(token) : token;
}

function inClass(token: string): string {
  if (token === '[') return '\\[';
  if (token === '\\b') return '\\x{8}';
  if (token === '\\s') return SPACES;
  if (token === '\\S') return NO_SPACES;
  return token.startsWith('\\') ? escapeOf(token) : token;
}

function escapeOf(token: string): string {
  const pair = /^\\u(....)\\u(....)$/.exec(token);
  if (pair !== null) {
    const units = pair.slice(1).map((each) => Number.parseInt(each, 16));
    return codePoint(String.fromCharCode(...units).codePointAt(0) ?? 0);
  }
  const code = /^\\[ux]\{?([0-9A-Fa-f]+)\}?$/.exec(token)?.[1];
  if (code !== undefined) return codePoint(Number.parseInt(code, 16));
  if (token === '\\0') return codePoint(0);
  if (/^\\c./.test(token)) return codePoint((token.codePointAt(2) ?? 0) % 32);
  if (token === '\\/' || token === '\\-') return `\\${token.slice(1)}`;
  return token.replace(/^\\([pP])\{(?:Script|sc|General_Category|gc)=/, '\\$1{');
}

function codePoint(code: number): string {
  return `\\x{${code.toString(16)}}`;
}
