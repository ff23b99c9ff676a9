import { hmac } from '@noble/hashes/hmac.js';
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3.js';
import { Transform } from '../builtins/stream.ts';
import { type KeyLike, secretBytes } from './key-object.ts';
import { type BinaryLike, bytesOf, inEncoding } from './written.ts';

type HashFunction = typeof sha256 | typeof sha512 | typeof md5 | typeof sha3_256;
interface Running {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
  clone(): Running;
}

const HASHES = new Map<string, HashFunction>([
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

type Done = (error?: Error | null, bytes?: unknown) => void;

/** A digest that is being made; `Hash` and `Hmac` of Node, which are streams as well. */
export class Digest extends Transform {
  #running: Running | undefined;

  constructor(running: Running) {
    super();
    this.#running = running;
  }

  update(data: BinaryLike, encoding?: string): this {
    this.#open().update(bytesOf(data, encoding));
    return this;
  }

  digest(encoding?: string): unknown {
    const running = this.#open();
    this.#running = undefined;
    return inEncoding(bytesOf(running.digest()), encoding);
  }

  copy(): Digest {
    return new Digest(this.#open().clone());
  }

  override _transform(chunk: Uint8Array, _encoding: string, callback: Done): void {
    this.update(chunk);
    callback();
  }

  /** `digest` may still be asked for after what was piped in has ended. */
  override _flush(callback: Done): void {
    const digest = this.#running?.clone().digest();
    callback(null, digest === undefined ? undefined : bytesOf(digest));
  }

  #open(): Running {
    if (this.#running !== undefined) return this.#running;
    const code = 'ERR_CRYPTO_HASH_FINALIZED';
    throw Object.assign(new Error('Digest already called'), { code });
  }
}

export function createHash(algorithm: string): Digest {
  return new Digest(findHash(algorithm).create());
}

export function createHmac(algorithm: string, key: KeyLike): Digest {
  return new Digest(hmac.create(findHash(algorithm), secretBytes(key)));
}

/** Of a whole text at once. */
export function hash(algorithm: string, data: BinaryLike, encoding: unknown = 'hex'): unknown {
  const wanted = typeof encoding === 'string' ? encoding : 'hex';
  return createHash(algorithm).update(data).digest(wanted);
}

export function getHashes(): readonly string[] {
  return [...HASHES.keys()];
}

export function findHash(name: string): HashFunction {
  const found = HASHES.get(
    name.toLowerCase().replace(/^rsa-|^sha-(?=\d)/, (each) => (each === 'rsa-' ? '' : 'sha')),
  );
  if (found !== undefined) return found;
  const code = 'ERR_OSSL_EVP_UNSUPPORTED';
  throw Object.assign(new Error(`Digest method not supported: ${name}`), { code });
}
