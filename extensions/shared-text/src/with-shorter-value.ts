import type { ReducedResult } from '@mortise/sdk';
import { utf8Length } from './utf8-length.ts';

/**
 * The result with `value` as its text if that is shorter, otherwise the result itself.
 * Compared in characters, which the result budget counts, and in bytes, because our markers hold
 * `…`: few characters can be more bytes than the ASCII they replace.
 */
export function withShorterValue(result: ReducedResult, value: string): ReducedResult {
  if (!result.ok || value.length >= result.value.length) return result;
  if (utf8Length(value) > utf8Length(result.value)) return result;
  return { ...result, value };
}
