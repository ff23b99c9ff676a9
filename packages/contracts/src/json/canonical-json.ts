/** JSON with keys in order, so that equal data is equal text. Data only: what JSON drops is dropped. */
export function canonicalJson(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) =>
    isRecord(value) ? sortKeys(value) : value,
  );
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// `fromEntries` defines own properties: a key named `__proto__` stays a key.
function sortKeys(value: object): object {
  const entries = Object.entries(value);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
