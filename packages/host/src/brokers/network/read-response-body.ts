import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { CapabilityRefusal } from '@mortise/contracts';
import { failed } from '../broker-refusal.ts';
import { releaseBytes } from './release-bytes.ts';

/** Reads and decodes a body, and stops as soon as it is larger than it may be, decoded. */
export async function readResponseBody(
  body: Readable,
  { encoding, maxBytes }: { readonly encoding: string; readonly maxBytes: number },
): Promise<Buffer> {
  const decoder = decoderFor(encoding);
  const collect = (source: AsyncIterable<Buffer>) => collectBytes(source, maxBytes);
  try {
    return decoder === undefined
      ? await pipeline(body, collect)
      : await pipeline(body, decoder, collect);
  } catch (error) {
    if (isDecodingError(error)) throw failed('The response could not be decoded.');
    throw error;
  }
}

async function collectBytes(source: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of source) {
    size += piece.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces);
  releaseBytes(pieces);
  return body;
}

export function tooLarge(maxBytes: number): CapabilityRefusal {
  return failed(`The response is larger than ${maxBytes} bytes.`);
}

function decoderFor(encoding: string): Transform | undefined {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      // Stacked encodings included: they multiply, and servers do not need them.
      throw failed('The response has an encoding that was not asked for.');
  }
}

function isDecodingError(error: unknown): boolean {
  const code = error instanceof Error ? String(Reflect.get(error, 'code')) : '';
  return /^(?:Z_|ERR_BROTLI|ERR__ERROR_|ERR_ZLIB|BROTLI)/.test(code);
}
