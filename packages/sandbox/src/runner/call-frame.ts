import { TEXT_MARK, takeFields, wholeNumber } from '../wire/frame.ts';
import type { CallParts } from './isolate-parts.ts';

/** A call as it came off the wire, with what the runner itself needs of it. */
export interface CallFrame {
  readonly isolate: number;
  readonly mustSpin: boolean;
  readonly call: CallParts;
}

/** Undefined for a frame that the host would not write. */
export function parseCall(line: string): CallFrame | undefined {
  const [, isolate, timeoutMs, spin, text = ''] = takeFields(line, 4) ?? [];
  const [number, toolName = ''] = takeFields(text, 2) ?? [];
  const seq = wholeNumber(number);
  if (seq === undefined) return undefined;
  const pieces = text.includes(TEXT_MARK) ? text.split(TEXT_MARK) : [text];
  const call = { seq, toolName, timeoutMs: Number(timeoutMs), pieces };
  return { isolate: Number(isolate), mustSpin: spin === '1', call };
}
