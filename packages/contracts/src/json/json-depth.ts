/** Whether parsed JSON is at most `maxDepth` levels deep. Never recurses deeper than that. */
export function jsonDepthWithin(value: unknown, maxDepth: number): boolean {
  return isWithin(value, maxDepth, false);
}

/**
 * Whether parsed JSON is at most `maxDepth` levels deep and can be written again as it is: a text may
 * hold numbers (`1e999`) that parse to infinity, which JSON has no word for.
 */
export function isFiniteJson(value: unknown, maxDepth: number): boolean {
  return isWithin(value, maxDepth, true);
}

function isWithin(value: unknown, maxDepth: number, mustBeFinite: boolean): boolean {
  if (typeof value !== 'object' || value === null) {
    return !mustBeFinite || typeof value !== 'number' || Number.isFinite(value);
  }
  if (maxDepth <= 0) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isWithin(item, maxDepth - 1, mustBeFinite)) return false;
    return true;
  }
  for (const key of Object.keys(value)) {
    const child = (value as { readonly [key: string]: unknown })[key];
    if (typeof child !== 'string' && !isWithin(child, maxDepth - 1, mustBeFinite)) return false;
  }
  return true;
}

/**
 * Freezes parsed JSON to the leaves. False, with what lies deeper left as it was, if it is more than
 * `maxDepth` levels deep.
 */
export function freezeJson(value: unknown, maxDepth = Number.POSITIVE_INFINITY): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (maxDepth <= 0) return false;
  Object.freeze(value);
  return Object.values(value).every((child) => freezeJson(child, maxDepth - 1));
}
