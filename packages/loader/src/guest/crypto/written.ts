import { Buffer } from '../builtins/buffer.ts';

export type Bytes = InstanceType<typeof Buffer>;
export type BinaryLike = string | ArrayBufferView | ArrayBuffer;

/** Bytes as they cross to the runner. */
export interface Written {
  readonly '@bytes': string;
}

export function bytesOf(data: BinaryLike, encoding?: string): Bytes {
  if (typeof data === 'string') return Buffer.from(data, (encoding ?? 'utf8') as 'utf8');
  if (data instanceof ArrayBuffer) return Buffer.from(new Uint8Array(data));
  if (ArrayBuffer.isView(data)) {
    return Buffer.from(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  }
  const message =
    'The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView';
  throw Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' });
}

export function write(data: BinaryLike, encoding?: string): Written {
  return { '@bytes': bytesOf(data, encoding).toString('base64') };
}

export function read(written: unknown): Bytes {
  return Buffer.from((written as Written)['@bytes'], 'base64');
}

export function inEncoding(bytes: Bytes, encoding?: string | null): unknown {
  const isBytes = encoding === undefined || encoding === null || encoding === 'buffer';
  return isBytes ? bytes : bytes.toString(encoding as 'hex');
}
