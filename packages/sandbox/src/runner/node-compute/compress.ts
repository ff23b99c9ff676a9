import * as zlib from 'node:zlib';
import { bytesIn, type GuestArguments, objectIn, textIn, write } from './written-values.ts';

/** Of what comes out of one; an archive that holds more than its reader has room for ends there. */
const MOST_OUTPUT = 32_000_000;
const OPTIONS = ['level', 'windowBits', 'memLevel', 'strategy', 'flush', 'finishFlush'] as const;

type Convert = (bytes: Buffer, options: object) => Buffer;

const COMPRESS: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['gzip', zlib.gzipSync],
  ['deflate', zlib.deflateSync],
  ['deflateRaw', zlib.deflateRawSync],
  ['brotli', zlib.brotliCompressSync],
  ['zstd', zlib.zstdCompressSync],
]);
const DECOMPRESS: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['gzip', zlib.gunzipSync],
  ['deflate', zlib.inflateSync],
  ['deflateRaw', zlib.inflateRawSync],
  ['unzip', zlib.unzipSync],
  ['brotli', zlib.brotliDecompressSync],
  ['zstd', zlib.zstdDecompressSync],
]);

export function compress(args: GuestArguments): unknown {
  return run(args, COMPRESS);
}

export function decompress(args: GuestArguments): unknown {
  return run(args, DECOMPRESS);
}

function run(args: GuestArguments, table: typeof COMPRESS): unknown {
  const form = textIn(args, 'form');
  const convert = table.get(form);
  if (convert === undefined) throw new TypeError(`${form} is not a form of compression`);
  return write(convert(bytesIn(args, 'bytes'), optionsOf(objectIn(args, 'options'), form)));
}

function optionsOf(given: GuestArguments, form: string): object {
  const most = Number(given['maxOutputLength'] ?? MOST_OUTPUT);
  const bound = { maxOutputLength: Math.max(1, Math.min(most, MOST_OUTPUT)) };
  if (form === 'brotli' || form === 'zstd') return bound;
  const numbers = OPTIONS.flatMap((name) =>
    typeof given[name] === 'number' ? [[name, given[name]] as const] : [],
  );
  return { ...Object.fromEntries(numbers), ...bound };
}
