/** JSON with the keys of every object in order: equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, held: unknown) => (isPlain(held) ? sortKeys(held) : held));
}

function isPlain(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortKeys(value: { readonly [key: string]: unknown }): object {
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries);
}
