import { ambient } from '../ambient.ts';
import { CODES, CONSTANTS } from '../zlib/tables.ts';
import { Buffer } from './buffer.ts';
import { Transform } from './stream.ts';

type Bytes = InstanceType<typeof Buffer>;
type Data = string | ArrayBufferView | ArrayBuffer;
type Options = { readonly [name: string]: unknown };
type Callback = (error: Error | null, bytes?: Bytes) => void;

export const constants = CONSTANTS;
export const codes = CODES;

/** A pure function of the bytes, which the runner computes. */
function convert(
  way: 'compress' | 'decompress',
  form: string,
  data: Data,
  options: Options = {},
): Bytes {
  const bytes = bytesOf(data).toString('base64');
  const numbers = Object.entries(options).filter(([, value]) => typeof value === 'number');
  const args = { form, bytes: { '@bytes': bytes }, options: Object.fromEntries(numbers) };
  const answer = ambient.compute(way, args) as { readonly '@bytes': string };
  return Buffer.from(answer['@bytes'], 'base64');
}

function bytesOf(data: Data): Bytes {
  if (typeof data === 'string') return Buffer.from(data);
  if (data instanceof ArrayBuffer) return Buffer.from(new Uint8Array(data));
  return Buffer.from(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
}

type Way = 'compress' | 'decompress';

const now =
  (way: Way, form: string) =>
  (data: Data, options?: Options): Bytes =>
    convert(way, form, data, options);

const withCallback =
  (way: Way, form: string) =>
  (data: Data, ...rest: unknown[]): void => {
    const callback = rest.pop() as Callback;
    try {
      const bytes = convert(way, form, data, rest[0] as Options | undefined);
      queueMicrotask(() => callback(null, bytes));
    } catch (error) {
      queueMicrotask(() => callback(error as Error));
    }
  };

/** What Node keeps under this name, for libraries that use it: all in, then out as there is room. */
class Handle {
  readonly #convert: (bytes: Uint8Array) => Bytes;
  #rest: Bytes | undefined;

  constructor(convert: (bytes: Uint8Array) => Bytes) {
    this.#convert = convert;
  }

  /** `(flush, input, from, count, output, at, room)`; answers the room and the input that are left. */
  writeSync(...args: [number, Uint8Array, number, number, Uint8Array, number, number]): number[] {
    const [, input, from, count, output, at, room] = args;
    this.#rest ??= this.#convert(input.subarray(from, from + count));
    const piece = this.#rest.subarray(0, room);
    output.set(piece, at);
    this.#rest = this.#rest.subarray(piece.length);
    return [room - piece.length, 0];
  }

  close(): void {}
}

/** What a stream converts, and what it has got of it. A symbol: old code makes such streams without `new`. */
const WORK = Symbol('zlib');

interface Work {
  readonly way: Way;
  readonly form: string;
  readonly options: Options;
  readonly pieces: Uint8Array[];
}

/** Collects what is written and gives out all of it at the end. */
class Converter extends Transform {
  declare bytesWritten: number;
  declare readonly [WORK]: Work;

  constructor(way: Way, form: string, options?: Options) {
    super();
    Object.assign(this, partsOf(way, form, options));
  }

  override _transform(chunk: Uint8Array, _encoding: string, callback: () => void): void {
    this[WORK].pieces.push(chunk);
    this.bytesWritten += chunk.length;
    callback();
  }

  override _flush(callback: (error?: Error | null, bytes?: unknown) => void): void {
    const { way, form, options, pieces } = this[WORK];
    const whole = Buffer.concat(pieces);
    const isNothing = whole.length === 0 && way === 'decompress';
    try {
      callback(null, isNothing ? undefined : convert(way, form, whole, options));
    } catch (error) {
      callback(error as Error);
    }
  }

  flush(...rest: unknown[]): void {
    const callback = rest.at(-1);
    if (typeof callback === 'function') queueMicrotask(() => callback());
  }

  close(callback?: () => void): void {
    if (callback !== undefined) this.once('close', callback);
    this.destroy();
  }

  params(_level: number, _strategy: number, callback?: () => void): void {
    if (callback !== undefined) queueMicrotask(callback);
  }

  reset(): void {}
}

type ConverterClass = new (options?: Options) => Converter;

function partsOf(way: Way, form: string, options: Options = {}): object {
  const chunkSize = Number(options['chunkSize'] ?? 16_384);
  return {
    ...{ bytesWritten: 0, _chunkSize: chunkSize, _offset: 0, _buffer: Buffer.alloc(chunkSize) },
    ...{ _writeState: [0, 0], _handle: new Handle((bytes) => convert(way, form, bytes, options)) },
    [WORK]: { way, form, options, pieces: [] } satisfies Work,
  };
}

/** A function, not a class: old code calls it without `new`, on an object of its own or on none. */
function classFor(way: Way, form: string): ConverterClass {
  function made(this: unknown, options?: Options): object {
    if (new.target !== undefined)
      return Reflect.construct(Converter, [way, form, options], new.target);
    if (!(this instanceof made)) return new (made as unknown as ConverterClass)(options);
    (Transform as unknown as (this: object) => void).call(this);
    return Object.assign(this, partsOf(way, form, options));
  }
  made.prototype = Object.create(Converter.prototype, {
    constructor: { value: made, writable: true, configurable: true },
  });
  return made as unknown as ConverterClass;
}

export const Gzip = classFor('compress', 'gzip');
export const Gunzip = classFor('decompress', 'gzip');
export const Deflate = classFor('compress', 'deflate');
export const Inflate = classFor('decompress', 'deflate');
export const DeflateRaw = classFor('compress', 'deflateRaw');
export const InflateRaw = classFor('decompress', 'deflateRaw');
export const Unzip = classFor('decompress', 'unzip');
export const BrotliCompress = classFor('compress', 'brotli');
export const BrotliDecompress = classFor('decompress', 'brotli');
export const ZstdCompress = classFor('compress', 'zstd');
export const ZstdDecompress = classFor('decompress', 'zstd');

export const createGzip = (options?: Options) => new Gzip(options);
export const createGunzip = (options?: Options) => new Gunzip(options);
export const createDeflate = (options?: Options) => new Deflate(options);
export const createInflate = (options?: Options) => new Inflate(options);
export const createDeflateRaw = (options?: Options) => new DeflateRaw(options);
export const createInflateRaw = (options?: Options) => new InflateRaw(options);
export const createUnzip = (options?: Options) => new Unzip(options);
export const createBrotliCompress = (options?: Options) => new BrotliCompress(options);
export const createBrotliDecompress = (options?: Options) => new BrotliDecompress(options);
export const createZstdCompress = (options?: Options) => new ZstdCompress(options);
export const createZstdDecompress = (options?: Options) => new ZstdDecompress(options);

export const gzipSync = now('compress', 'gzip');
export const gunzipSync = now('decompress', 'gzip');
export const deflateSync = now('compress', 'deflate');
export const inflateSync = now('decompress', 'deflate');
export const deflateRawSync = now('compress', 'deflateRaw');
export const inflateRawSync = now('decompress', 'deflateRaw');
export const unzipSync = now('decompress', 'unzip');
export const brotliCompressSync = now('compress', 'brotli');
export const brotliDecompressSync = now('decompress', 'brotli');
export const zstdCompressSync = now('compress', 'zstd');
export const zstdDecompressSync = now('decompress', 'zstd');

export const gzip = withCallback('compress', 'gzip');
export const gunzip = withCallback('decompress', 'gzip');
export const deflate = withCallback('compress', 'deflate');
export const inflate = withCallback('decompress', 'deflate');
export const deflateRaw = withCallback('compress', 'deflateRaw');
export const inflateRaw = withCallback('decompress', 'deflateRaw');
export const unzip = withCallback('decompress', 'unzip');
export const brotliCompress = withCallback('compress', 'brotli');
export const brotliDecompress = withCallback('decompress', 'brotli');
export const zstdCompress = withCallback('compress', 'zstd');
export const zstdDecompress = withCallback('decompress', 'zstd');

export function crc32(data: Data, value = 0): number {
  let crc = ~value;
  for (const byte of bytesOf(data)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
