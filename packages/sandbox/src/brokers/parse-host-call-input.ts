import { isFiniteJson, LIMITS } from '@mortise/contracts';
import { charsOutsideTexts } from './chars-outside-texts.ts';

const MAX_INPUT_DEPTH = 64;

/** Undefined for what is no JSON, too deep, too many values, or holds a number that is none. */
export function parseHostCallInput(guestJson: string): unknown {
  // A grant that allows more than the standard size is about long texts.
  const { standard } = LIMITS.hostCallBytes;
  if (guestJson.length > standard && charsOutsideTexts(guestJson) > standard) return undefined;
  try {
    const value: unknown = JSON.parse(guestJson);
    return isFiniteJson(value, MAX_INPUT_DEPTH) ? value : undefined;
  } catch {
    return undefined;
  }
}
