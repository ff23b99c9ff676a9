import module from 'buffer/';

export const { Buffer, kMaxLength, INSPECT_MAX_BYTES } = module;
export const kStringMaxLength = 536_870_888;
export const constants = { MAX_LENGTH: kMaxLength, MAX_STRING_LENGTH: kStringMaxLength };
export const atob = globalThis.atob;
export const btoa = globalThis.btoa;
export const Blob = globalThis.Blob;
export const File = globalThis.File;
export const SlowBuffer = (size: number): unknown => Buffer.alloc(size);

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 128);
}

export function transcode(bytes: Uint8Array, from: string, to: string): unknown {
  return Buffer.from(Buffer.from(bytes).toString(from as 'utf8'), to as 'utf8');
}

type ToText = (encoding?: string, start?: number, end?: number) => string;
type Write = (text: string, ...rest: unknown[]) => number;

// The package is older than `base64url`. Reading works already: its base64 takes both alphabets.
const plainly = (encoding: unknown): unknown => (encoding === 'base64url' ? 'base64' : encoding);
const toText = Buffer.prototype.toString as ToText;
const write = Buffer.prototype.write as Write;
const isEncoding = Buffer.isEncoding as (encoding: string) => boolean;
const toBuffer = Buffer.from as (...args: unknown[]) => InstanceType<typeof Buffer>;
const byteLength = Buffer.byteLength as (...args: unknown[]) => number;
const withUrlEncoding: ToText = function (this: unknown, encoding, start, end) {
  if (encoding !== 'base64url') return toText.call(this, encoding, start, end);
  const text = toText.call(this, 'base64', start, end);
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};
const writeAny: Write = function (this: unknown, text, ...rest) {
  return write.call(this, text, ...rest.map(plainly));
};
Object.assign(Buffer.prototype, { toString: withUrlEncoding, write: writeAny });
// Not documented by Node, and used by parsers that want to be fast.
for (const encoding of ['ascii', 'base64', 'base64url', 'hex', 'latin1', 'ucs2', 'utf8']) {
  const slice = function (this: unknown, start?: number, end?: number): string {
    return withUrlEncoding.call(this, encoding, start, end);
  };
  const put: Write = function (this: unknown, text, offset, length) {
    return writeAny.call(this, text, ...[offset, length].filter(Number.isInteger), encoding);
  };
  Object.assign(Buffer.prototype, { [`${encoding}Slice`]: slice, [`${encoding}Write`]: put });
}
// By it packages know that they are not given Node's own, and refuse.
Reflect.deleteProperty(Buffer, 'TYPED_ARRAY_SUPPORT');
Object.assign(Buffer, {
  poolSize: 8_192,
  isEncoding: (encoding: string) => encoding === 'base64url' || isEncoding(encoding),
  from: (value: unknown, encoding?: unknown, length?: unknown) =>
    toBuffer(value, plainly(encoding), length),
  byteLength: (value: unknown, encoding?: unknown) => byteLength(value, plainly(encoding)),
  copyBytesFrom: (view: Uint8Array, offset = 0, length = view.length - offset) =>
    toBuffer(view.slice(offset, offset + length)),
});
