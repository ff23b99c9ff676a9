import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { CapabilityRefusal } from '@mortise/contracts';
import { failed } from '../broker-refusal.ts';

/** A body without its content encoding. An error on either side of the decoder is an error of it. */
export function decodeBody(body: Readable, encoding: string): Readable {
  const decoder = decoderFor(encoding);
  if (decoder === undefined) return body;
  pipeline(body, decoder, () => undefined);
  return decoder;
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

export function isDecodingError(error: unknown): boolean {
  const code = error instanceof Error ? String(Reflect.get(error, 'code')) : '';
  return /^(?:Z_|ERR_BROTLI|ERR__ERROR_|ERR_ZLIB|BROTLI)/.test(code);
}
