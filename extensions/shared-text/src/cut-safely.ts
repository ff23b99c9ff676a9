/** The nearest index at or before `index` that does not lie inside a surrogate pair. */
export function cutBefore(text: string, index: number): number {
  return isInsidePair(text, index) ? index - 1 : index;
}

/** The nearest index at or after `index` that does not lie inside a surrogate pair. */
export function cutAfter(text: string, index: number): number {
  return isInsidePair(text, index) ? index + 1 : index;
}

function isInsidePair(text: string, index: number): boolean {
  return (
    isBetween(text.charCodeAt(index - 1), 0xd800, 0xdbff) &&
    isBetween(text.charCodeAt(index), 0xdc00, 0xdfff)
  );
}

function isBetween(code: number, low: number, high: number): boolean {
  return code >= low && code <= high;
}
