/** Why a scalar cannot be kept as JSON data without changing it, or `undefined` if it can. */
export function scalarFault(value: unknown): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value !== 'number') return 'this is not text, a number, true, false or null';
  if (!Number.isFinite(value)) return 'this is not a number that JSON knows';
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return 'the number is too large to be kept exactly; write it in quotes';
  }
  return undefined;
}
