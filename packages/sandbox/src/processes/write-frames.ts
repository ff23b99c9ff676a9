import type { ChildStream } from '@mortise/processes';

const BUFFER_BYTES = 1 << 18;
const MAX_BYTES_PER_CHAR = 3;
/** One for all runners: what the kernel takes at once is out of it when `write` returns. */
let buffer: Buffer | undefined;

/**
 * Writes frames to a runner. As bytes that are made in memory which is there already: given a text, the
 * stream measures it first and takes new memory for each (measured: half a microsecond for a quick call).
 */
export function writeFrames(stream: ChildStream, text: string): void {
  const isWaiting = stream.writableLength > 0;
  if (isWaiting || text.length * MAX_BYTES_PER_CHAR > BUFFER_BYTES) {
    stream.write(text);
    return;
  }
  buffer ??= Buffer.allocUnsafeSlow(BUFFER_BYTES);
  const count = buffer.write(text);
  stream.write(buffer.subarray(0, count));
  // The kernel did not take all of it: the rest is read out of this memory later.
  if (stream.writableLength > 0) buffer = undefined;
}
