/**
 * Any value as text. `String` itself throws for some: objects without a usable `toString`, which
 * a tool can throw and a model can write as JSON.
 */
export function printUnknown(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'something that cannot be printed';
  }
}
