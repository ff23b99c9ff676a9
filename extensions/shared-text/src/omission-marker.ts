/** `1234567` as `1,234,567`, independent of the machine's locale. */
export function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `3 lines`, `1 line`. */
export function countOf(count: number, noun: string): string {
  return `${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The line that stands for what was left out, bracketed so that a model does not take it for output. */
export function omissionMarker(omitted: string, detail?: string): string {
  return `[… ${omitted} omitted${detail === undefined ? '' : `: ${detail}`} …]`;
}
