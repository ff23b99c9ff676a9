/**
 * Cuts a text to a budget and says so at its end. The marker counts inside the budget, and a
 * surrogate pair is never split. Where not even the marker fits, as much of it as fits remains.
 */
export function trimText(text: string, budget: number): string {
  if (text.length <= budget) return text;
  const marker = truncationMarker(text.length);
  if (marker.length >= budget) return marker.trimStart().slice(0, budget);
  return cutText(text, budget - marker.length) + marker;
}

export function truncationMarker(chars: number): string {
  return `\n[truncated — ${chars} chars total]`;
}

/** The first characters of a text. */
export function cutText(text: string, end: number): string {
  const splitsPair =
    isHighSurrogate(text.charCodeAt(end - 1)) && isLowSurrogate(text.charCodeAt(end));
  return text.slice(0, splitsPair ? end - 1 : end);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
