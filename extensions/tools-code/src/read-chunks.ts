import { utf8Length } from '@mortise/extension-text';
import type { FileContent, Files } from '@mortise/sdk';

/** Below what a host reads at once unless the operator says otherwise. */
const CHUNK_BYTES = 500_000;
const REPLACEMENT = '\ufffd';

/** A part of a file that ends with a whole line, except at the end of the file or of a huge line. */
export interface FileChunk {
  readonly text: string;
  readonly size: number;
  readonly isLast: boolean;
}

/** Thrown for a file that is not text; the message is for the model. */
export class NotTextError extends Error {
  override readonly name = 'NotTextError';
}

/** Reads a file of any size in order, without ever holding all of it. */
export async function* readChunks(
  files: Pick<Files, 'read'>,
  path: string,
): AsyncGenerator<FileChunk, void, undefined> {
  let offset = 0;
  for (;;) {
    const read = await files.read(path, { offset, length: CHUNK_BYTES });
    const text = read.eof ? read.content : wholeLines(read);
    const taken = utf8Length(text);
    // A cut character is at most three bytes; more means that bytes were replaced by marks.
    if (taken > read.bytes || (text.endsWith(REPLACEMENT) && !read.eof)) throw notText(path);
    yield { text, size: read.size, isLast: read.eof };
    if (read.eof) return;
    if (taken === 0) throw notText(path);
    offset += taken;
  }
}

/** Up to the last line end, or up to the character that the end of the range may have cut. */
function wholeLines({ content }: FileContent): string {
  const lineEnd = content.lastIndexOf('\n');
  if (lineEnd !== -1) return content.slice(0, lineEnd + 1);
  return content.endsWith(REPLACEMENT) ? content.slice(0, -1) : content;
}

function notText(path: string): NotTextError {
  return new NotTextError(`${path} is not UTF-8 text, so it has no lines to read.`);
}
