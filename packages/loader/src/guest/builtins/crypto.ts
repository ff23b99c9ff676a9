import { hmac } from '@noble/hashes/hmac.js';
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { pbkdf2 as derive } from '@noble/hashes/pbkdf2.js';
import { scrypt as deriveScrypt } from '@noble/hashes/scrypt.js';
import { sha224, sha256, sha384, sha512, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3.js';
import { Buffer } from './buffer.ts';

type Hash = typeof sha256 | typeof sha512 | typeof md5 | typeof sha3_256;
type Text = string | Uint8Array;
interface Running {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
  clone(): Running;
}

const HASHES = new Map<string, Hash>([
  ['md5', md5],
  ['rmd160', ripemd160],
  ['ripemd160', ripemd160],
  ['sha1', sha1],
  ['sha224', sha224],
  ['sha256', sha256],
  ['sha384', sha384],
  ['sha512', sha512],
  ['sha512-256', sha512_256],
  ['sha3-224', sha3_224],
  ['sha3-256', sha3_256],
  ['sha3-384', sha3_384],
  ['sha3-512', sha3_512],
]);

export const webcrypto = globalThis.crypto;
export const getRandomValues = (array: Uint8Array): Uint8Array =>
  globalThis.crypto.getRandomValues(array as Uint8Array<ArrayBuffer>);
export const randomUUID = (): string => globalThis.crypto.randomUUID();

export function createHash(algorithm: string): Digest {
  return new Digest(findHash(algorithm).create());
}

export function createHmac(algorithm: string, key: Text): Digest {
  return new Digest(hmac.create(findHash(algorithm), bytesOf(key)));
}

export function hash(algorithm: string, data: Text, encoding = 'hex'): unknown {
  return createHash(algorithm).update(data).digest(encoding);
}

export function getHashes(): readonly string[] {
  return [...HASHES.keys()];
}

export function randomBytes(size: number, callback?: NodeCallback<Uint8Array>): unknown {
  const bytes = Buffer.alloc(size);
  for (let start = 0; start < size; start += 65_536) {
    globalThis.crypto.getRandomValues(bytes.subarray(start, Math.min(size, start + 65_536)));
  }
  return answer(bytes, callback);
}

export function randomFillSync<Target extends Uint8Array>(target: Target): Target {
  target.set(randomBytes(target.length) as Uint8Array);
  return target;
}

export function randomInt(first: number, second?: number): number {
  const [low, high] = second === undefined ? [0, first] : [first, second];
  const range = high - low;
  if (!Number.isSafeInteger(range) || range <= 0) throw new RangeError('randomInt needs min < max');
  // The part of the range above the last multiple would make small numbers likelier.
  const ceiling = Math.floor(2 ** 48 / range) * range;
  for (;;) {
    const value = Buffer.from(randomBytes(6) as Uint8Array).readUIntBE(0, 6);
    if (value < ceiling) return low + (value % range);
  }
}

export function timingSafeEqual(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) throw new RangeError('Input buffers must have the same length');
  let difference = 0;
  for (let index = 0; index < left.length; index += 1) {
    difference |= (left[index] ?? 0) ^ (right[index] ?? 0);
  }
  return difference === 0;
}

interface Pbkdf2Parts {
  readonly password: Text;
  readonly salt: Text;
}

export function pbkdf2Sync(
  password: Text,
  salt: Text,
  ...[iterations, length, digest]: [number, number, string]
): Uint8Array {
  return derivePbkdf2({ password, salt }, iterations, { length, digest });
}

export function scryptSync(
  password: Text,
  salt: Text,
  ...[length, options]: [number, { N?: number; r?: number; p?: number }?]
): Uint8Array {
  const { N = 16_384, r = 8, p = 1 } = options ?? {};
  return Buffer.from(deriveScrypt(bytesOf(password), bytesOf(salt), { N, r, p, dkLen: length }));
}

function derivePbkdf2(
  parts: Pbkdf2Parts,
  iterations: number,
  output: { readonly length: number; readonly digest: string },
): Uint8Array {
  const options = { c: iterations, dkLen: output.length };
  const algorithm = findHash(output.digest);
  return Buffer.from(derive(algorithm, bytesOf(parts.password), bytesOf(parts.salt), options));
}

type NodeCallback<Value> = (error: null, value: Value) => void;

function answer<Value>(value: Value, callback: NodeCallback<Value> | undefined): Value | undefined {
  if (callback === undefined) return value;
  queueMicrotask(() => callback(null, value));
  return undefined;
}

class Digest {
  readonly #running: Running;

  constructor(running: Running) {
    this.#running = running;
  }

  update(data: Text, encoding?: string): this {
    this.#running.update(bytesOf(data, encoding));
    return this;
  }

  digest(encoding?: string): unknown {
    const bytes = Buffer.from(this.#running.digest());
    return encoding === undefined || encoding === 'buffer'
      ? bytes
      : bytes.toString(encoding as 'hex');
  }

  copy(): Digest {
    return new Digest(this.#running.clone());
  }
}

function findHash(name: string): Hash {
  const found = HASHES.get(
    name.toLowerCase().replace(/^rsa-|^sha-(?=\d)/, (each) => (each === 'rsa-' ? '' : 'sha')),
  );
  if (found === undefined) throw new Error(`Digest method not supported: ${name}`);
  return found;
}

function bytesOf(data: Text, encoding?: string): Uint8Array {
  return typeof data === 'string' ? Buffer.from(data, (encoding ?? 'utf8') as 'utf8') : data;
}
