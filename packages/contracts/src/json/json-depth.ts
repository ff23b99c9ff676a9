/** Whether parsed JSON is at most `maxDepth` levels deep. Never recurses deeper than that. */
export function jsonDepthWithin(value: unknown, maxDepth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (maxDepth <= 0) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!jsonDepthWithin(item, maxDepth - 1)) return false;
    return true;
  }
  for (const key of Object.keys(value)) {
    const child = (value as { readonly [key: string]: unknown })[key];
    if (typeof child === 'object' && !jsonDepthWithin(child, maxDepth - 1)) return false;
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
