import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { failed } from '../broker-refusal.ts';
import type { OpenedFile } from './open-regular-file.ts';

export interface ReadRange {
  readonly offset?: number;
  readonly length?: number;
}

export interface ReadBytes {
  readonly bytes: Buffer;
  readonly offset: number;
  readonly size: number;
}

/** Reads a range, or the whole of a file that is no larger than `maxBytes`. */
export async function readRange(
  { handle, stats }: OpenedFile,
  { offset = 0, length }: ReadRange,
  maxBytes: number,
): Promise<ReadBytes> {
  const size = stats.size;
  const left = Math.max(0, size - offset);
  const wanted = Math.min(length ?? left, left);
  if (wanted > maxBytes) {
    throw failed(`${wanted} of ${size} bytes are more than ${maxBytes}. Read a range.`);
  }
  return { bytes: await readFully(handle, offset, wanted), offset, size };
}

/** What cannot be text is said, not guessed; the edges of a range may cut a character. */
export function decodeText({ bytes, size }: ReadBytes): string {
  if (bytes.length === size && !isUtf8(bytes)) {
    throw failed('The file is not UTF-8 text. Read it with { encoding: "base64" }.');
  }
  return bytes.toString('utf8');
}

/** Shorter if the file was cut meanwhile. */
async function readFully(handle: FileHandle, offset: number, wanted: number): Promise<Buffer> {
  const buffer = Buffer.alloc(wanted);
  let done = 0;
  while (done < wanted) {
    const { bytesRead } = await handle.read(buffer, done, wanted - done, offset + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return buffer.subarray(0, done);
}
