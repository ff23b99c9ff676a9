/** Before the address that a server gives to its own resource. */
const OWNER = /^mortise:\/\/[^/]*\//;

/** Steps that URL parsers and file systems take out, with slashes in either writing. */
export function hasDotStep(uri: string): boolean {
  return uri.split(/[/\\?#]|%2f|%5c/i).some((step) => /^(?:\.|%2e){1,2}$/i.test(step));
}

/**
 * What readers take an address for that a template made of values: as it is written, as a URL, without what only
 * says which part is wanted, and with slashes that file systems skip left out.
 */
export function formsOfAddress(written: string, template: string): readonly string[] {
  const [owner = ''] = OWNER.exec(written) ?? [];
  const plain = [/[?#].*$/s, /#.*$/s]
    .filter((_, at) => at > 0 || !template.includes('?'))
    .reduce((uri, rest) => uri.replace(rest, ''), written);
  const all = [written, plain, withoutEmptySteps(plain)];
  return [...all, ...all.map((uri) => `${owner}${urlForm(uri.slice(owner.length))}`)];
}

/** As it is if it cannot be parsed. */
function urlForm(uri: string): string {
  return URL.parse(uri)?.href ?? uri;
}

function withoutEmptySteps(uri: string): string {
  return uri.replaceAll(/(:?)(\/{2,})/g, (_, colon: string, slashes: string) =>
    colon === '' ? '/' : `${colon}${slashes.slice(0, MOST_SLASHES)}`,
  );
}

/** After the scheme: `file:///`. */
const MOST_SLASHES = 3;
