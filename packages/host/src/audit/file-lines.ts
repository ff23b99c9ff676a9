import { readSync } from 'node:fs';

/** A part of a file that is read: up to `size`, whatever is appended meanwhile. */
export interface ReadFile {
  readonly descriptor: number;
  readonly size: number;
}

export interface FileLine {
  /** Without the end of the line. */
  readonly bytes: Buffer;
  /** Where it begins in the file. */
  readonly start: number;
  /** The end of the line is there: only the last one of a file may lack it. */
  readonly isEnded: boolean;
}

const LINE_END = 0x0a;
const CHUNK_BYTES = 256 * 1_024;
/** No record is so long; what is longer is given in pieces, of which none is a record. */
const MOST_LINE_BYTES = 16 * 1_024 * 1_024;

/** The lines of a file from its beginning, a chunk in memory at a time. */
export function* linesOf({ descriptor, size }: ReadFile): Generator<FileLine> {
  let held: Buffer = Buffer.alloc(0);
  let start = 0;
  for (let at = 0; at < size; ) {
    const chunk = readAt(descriptor, at, Math.min(CHUNK_BYTES + held.length, size - at));
    if (chunk.length === 0) break;
    at += chunk.length;
    const text = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    let from = 0;
    for (let end = text.indexOf(LINE_END); end >= 0; end = text.indexOf(LINE_END, from)) {
      yield { bytes: text.subarray(from, end), start: start + from, isEnded: true };
      from = end + 1;
    }
    if (text.length - from > MOST_LINE_BYTES) {
      yield { bytes: text.subarray(from), start: start + from, isEnded: false };
      from = text.length;
    }
    start += from;
    held = text.subarray(from);
  }
  if (held.length > 0) yield { bytes: held, start, isEnded: false };
}

/** The same from its end. */
export function* linesFromEnd({ descriptor, size }: ReadFile): Generator<FileLine> {
  let held: Buffer = Buffer.alloc(0);
  let isEnded = false;
  for (let at = size; at > 0; ) {
    const length = Math.min(CHUNK_BYTES + held.length, at);
    at -= length;
    const text = Buffer.concat([readAt(descriptor, at, length), held]);
    let to = text.length;
    for (let end = text.lastIndexOf(LINE_END); end >= 0; end = lastBefore(text, to)) {
      const bytes = text.subarray(end + 1, to);
      // Nothing stands behind the end of the last line.
      if (isEnded || bytes.length > 0) yield { bytes, start: at + end + 1, isEnded };
      isEnded = true;
      to = end;
    }
    held = text.subarray(0, to);
    if (held.length > MOST_LINE_BYTES) return;
  }
  if (size > 0) yield { bytes: held, start: 0, isEnded };
}

function lastBefore(text: Buffer, to: number): number {
  return to === 0 ? -1 : text.lastIndexOf(LINE_END, to - 1);
}

function readAt(descriptor: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, at));
}
