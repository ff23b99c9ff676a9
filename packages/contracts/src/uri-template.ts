/** An address, or a form of addresses: `notes://pages/{id}`, `file:///{+path}`. */
export interface UriTemplate {
  /** Empty for an address without variables. */
  readonly variables: readonly string[];
  /** Characters that are no variable: of two forms that an address has, the one with more of them is meant. */
  readonly fixedChars: number;
  /** The values that an address has, decoded; `undefined` if it is not of this form. */
  match(uri: string): { readonly [variable: string]: string } | undefined;
  /** The address with these values, encoded. A value that is missing is empty. */
  expand(values: { readonly [variable: string]: unknown }): string;
}

/** What RFC 3986 lets stand in an address, and the braces of variables. */
const ADDRESS = /^[A-Za-z][A-Za-z0-9+.-]*:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%{}]+$/;
const VARIABLE = /\{(?<reserved>\+?)(?<name>[A-Za-z][A-Za-z0-9_]{0,63})\*?\}/g;
const MOST_VARIABLES = 16;

interface Variable {
  readonly name: string;
  /** May have slashes in it. */
  readonly isReserved: boolean;
}

/**
 * Reads the two forms of RFC 6570 that name one value, `{x}` and `{+x}`. `undefined` for what is no address, for other
 * forms, and for variables of which no text says where they end. Matching takes one walk over the address, whatever
 * it is: both sides of it may be a stranger's.
 */
export function readUriTemplate(text: string): UriTemplate | undefined {
  if (!ADDRESS.test(text)) return undefined;
  const variables = [...text.matchAll(VARIABLE)].map(({ groups = {} }) => ({
    name: groups['name'] ?? '',
    isReserved: groups['reserved'] === '+',
  }));
  const fixed = text.replace(VARIABLE, '\0').split('\0');
  const names = new Set(variables.map(({ name }) => name));
  const isAdjoining = fixed.slice(1, -1).some((piece) => piece === '');
  const hasRest = fixed.some((piece) => /[{}]/.test(piece));
  if (hasRest || isAdjoining || names.size < variables.length || names.size > MOST_VARIABLES) {
    return undefined;
  }
  return {
    variables: [...names],
    fixedChars: fixed.join('').length,
    match: (uri) => matchPieces(uri, fixed, variables),
    expand: (values) => expandPieces(values, fixed, variables),
  };
}

function matchPieces(uri: string, fixed: readonly string[], variables: readonly Variable[]) {
  const [first = ''] = fixed;
  if (!uri.startsWith(first) || (variables.length === 0 && uri !== first)) return undefined;
  const values: [string, string][] = [];
  let at = first.length;
  for (const [index, { name, isReserved }] of variables.entries()) {
    const next = fixed[index + 1] ?? '';
    const isLast = index === variables.length - 1;
    const end = isLast ? uri.length - next.length : uri.indexOf(next, at + 1);
    if (end <= at || (isLast && !uri.endsWith(next))) return undefined;
    const value = decode(uri.slice(at, end), isReserved);
    if (value === undefined) return undefined;
    values.push([name, value]);
    at = end + next.length;
  }
  return Object.fromEntries(values);
}

function decode(text: string, isReserved: boolean): string | undefined {
  if (!isReserved && /[/?#]/.test(text)) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function expandPieces(
  values: { readonly [variable: string]: unknown },
  fixed: readonly string[],
  variables: readonly Variable[],
): string {
  const pieces = variables.map(({ name, isReserved }, index) => {
    const value = Object.hasOwn(values, name) ? String(values[name]).toWellFormed() : '';
    const encode = isReserved ? encodeURI : encodeURIComponent;
    return `${encode(value)}${fixed[index + 1] ?? ''}`;
  });
  return [fixed[0] ?? '', ...pieces].join('');
}
