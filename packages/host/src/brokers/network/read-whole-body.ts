import { tooLarge } from './decode-body.ts';
import type { OpenedHop } from './open-hop.ts';
import { releaseBytes } from './release-bytes.ts';

/** Reads a body to its end, and stops as soon as it is larger than it may be, decoded. */
export async function readWholeBody(
  { body, explain }: OpenedHop,
  maxBytes: number,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      pieces.push(piece);
    }
  } catch (error) {
    throw explain(error);
  }
  const whole = Buffer.concat(pieces);
  releaseBytes(pieces);
  return whole;
}
