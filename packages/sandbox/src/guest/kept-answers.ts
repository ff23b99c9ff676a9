import { FRAME_END } from '../wire/frame-codec.ts';
import { KEPT_BYTES, KEPT_HEAD, KEPT_HEAD_BYTES, MAX_KEPT_CHARS } from '../wire/kept-answers.ts';
import { charCodeOf, joinTexts } from './intrinsics.ts';

const Words = Int32Array;
const Bytes = Uint8Array;
const MAX_BYTES_PER_CHAR = 3;
const LAST_ASCII = 0x7f;
let head: Int32Array = new Words(2);
let bytes: Uint8Array = new Bytes(0);
/** The same memory. V8 keeps numbers with their lowest byte first on all that Node runs on here (x64, arm64). */
let words: Int32Array = new Words(0);
let publish: (words: Int32Array, index: number, value: number) => void = () => undefined;

/** Must come before `Atomics` is taken from the globals. */
export function shareAnswers(memory: SharedArrayBuffer): void {
  head = new Words(memory, 0, 2);
  bytes = new Bytes(memory, KEPT_HEAD_BYTES);
  words = new Words(memory, KEPT_HEAD_BYTES);
  publish = Atomics.store;
}

/** Keeps the frame of an answer, which must be well formed, given in two pieces without its end; false if it is too long. */
export function keepAnswer(before: string, rest: string): boolean {
  const length = before.length + rest.length + 1;
  // The runner sets it back with every entry.
  const start = head[KEPT_HEAD.bytes] as number;
  // Not the length that the array has: its getter could be one of the extension, which would get the memory.
  if (length > MAX_KEPT_CHARS || start + length * MAX_BYTES_PER_CHAR > KEPT_BYTES) return false;
  // One piece of memory: to read every character of what is put together takes twice as long.
  const frame = joinTexts([before, rest, FRAME_END], '');
  const ascii = writeAscii(frame, start);
  const end = writeRest(frame, ascii, start + ascii);
  publish(head, KEPT_HEAD.bytes, end);
  return true;
}

/**
 * Writes the characters before the first that is not ASCII, but for a few; answers how many. Eight at a
 * time, in two words, take less than half as long (measured), and this is the longest step of a quick call.
 */
function writeAscii(frame: string, start: number): number {
  const target = words;
  const last = frame.length - 8;
  // Words begin at every fourth byte.
  const first = writeFew(frame, start, -start & 3);
  let at = (start + first) >> 2;
  let index = first;
  for (; index <= last; index += 8) {
    const a = charCodeOf(frame, index);
    const b = charCodeOf(frame, index + 1);
    const c = charCodeOf(frame, index + 2);
    const d = charCodeOf(frame, index + 3);
    const e = charCodeOf(frame, index + 4);
    const f = charCodeOf(frame, index + 5);
    const g = charCodeOf(frame, index + 6);
    const h = charCodeOf(frame, index + 7);
    if ((a | b | c | d | e | f | g | h) > LAST_ASCII) return index;
    target[at] = a | (b << 8) | (c << 16) | (d << 24);
    target[at + 1] = e | (f << 8) | (g << 16) | (h << 24);
    at += 2;
  }
  return index;
}

/** The head of a frame is ASCII, and longer than this. */
function writeFew(frame: string, start: number, count: number): number {
  for (let index = 0; index < count; index += 1) bytes[start + index] = charCodeOf(frame, index);
  return count;
}

/** The others, as UTF-8. Answers where they end. */
function writeRest(frame: string, first: number, start: number): number {
  let end = start;
  const put = (byte: number): void => {
    bytes[end] = byte;
    end += 1;
  };
  for (let index = first; index < frame.length; index += 1) {
    const unit = charCodeOf(frame, index);
    const isPair = unit >= 0xd800 && unit < 0xdc00;
    if (isPair) index += 1;
    const code = isPair
      ? 0x10000 + ((unit - 0xd800) << 10) + (charCodeOf(frame, index) - 0xdc00)
      : unit;
    if (code <= LAST_ASCII) put(code);
    else {
      if (code > 0xffff) put(0xf0 | (code >> 18));
      if (code > 0xffff) put(0x80 | ((code >> 12) & 0x3f));
      else if (code > 0x7ff) put(0xe0 | (code >> 12));
      put(code > 0x7ff ? 0x80 | ((code >> 6) & 0x3f) : 0xc0 | (code >> 6));
      put(0x80 | (code & 0x3f));
    }
  }
  return end;
}
