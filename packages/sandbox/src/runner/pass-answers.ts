import { COST_DIGITS } from '../wire/call-frames.ts';
import { FRAME_END } from '../wire/frame-codec.ts';

const END = FRAME_END.charCodeAt(0);
const TAB = 0x09;
const ZERO = 0x30;

export interface AnswerParts {
  /** The CPU time of a call, in µs; undefined for one that is over, whose answer is dropped. */
  readonly settle: (seq: number) => number | undefined;
  readonly heapBytes: number;
  readonly send: (frames: Uint8Array) => void;
}

/**
 * Sends on what a guest has kept, with what it has cost. As bytes: to make texts of them and bytes
 * of these again takes longer than all else that a runner does for a quick call (measured).
 */
export function passAnswers(frames: Buffer, { settle, heapBytes, send }: AnswerParts): void {
  let unsent = 0;
  // What has no end is no answer.
  const length = frames.lastIndexOf(END) + 1;
  // The next one that was found and not used: no byte is looked at for every frame before it.
  let tab = -1;
  for (let start = 0; start < length; ) {
    const end = frames.indexOf(END, start) + 1;
    if (tab < start) tab = tabFrom(frames, start);
    const seq = tab + 1;
    if (seq < end) tab = tabFrom(frames, seq);
    const cost = tab + 1;
    const cpuMicros = cost < end ? settle(readNumber(frames, seq, cost - 1)) : undefined;
    if (cpuMicros === undefined) {
      if (unsent < start) send(frames.subarray(unsent, start));
      unsent = end;
    } else {
      writeNumber(frames, cost, cpuMicros);
      writeNumber(frames, cost + COST_DIGITS + 1, heapBytes);
    }
    start = end;
  }
  const isWhole = unsent === 0 && length === frames.length;
  if (unsent < length) send(isWhole ? frames : frames.subarray(unsent, length));
}

/** Where the next one is; behind the last byte if there is none. */
function tabFrom(bytes: Buffer, start: number): number {
  const at = bytes.indexOf(TAB, start);
  return at === -1 ? bytes.length : at;
}

function readNumber(bytes: Buffer, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) value = value * 10 + (bytes[at] ?? 0) - ZERO;
  return value;
}

/** Over zeros. */
function writeNumber(bytes: Buffer, start: number, value: number): void {
  let rest = value;
  for (let at = start + COST_DIGITS - 1; rest > 0 && at >= start; at -= 1) {
    bytes[at] = ZERO + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}
