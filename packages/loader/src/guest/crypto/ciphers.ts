import { ambient } from '../ambient.ts';
import { Buffer } from '../builtins/buffer.ts';
import { Transform } from '../builtins/stream.ts';
import { type KeyLike, secretBytes } from './key-object.ts';
import { type BinaryLike, type Bytes, bytesOf, inEncoding, read, write } from './written.ts';

interface CipherOptions {
  readonly authTagLength?: number;
}

type Done = (error?: Error | null, bytes?: unknown) => void;

/**
 * Collects what is to be changed and has it done at the end: a cipher of blocks that is asked in pieces
 * answers with nothing first and with everything last, which together is the same.
 */
class CollectingCipher extends Transform {
  readonly #way: 'encipher' | 'decipher';
  readonly #parts: { [name: string]: unknown };
  readonly #pieces: Bytes[] = [];
  #given = 0;
  #tag: Bytes | undefined;

  constructor(way: 'encipher' | 'decipher', parts: { readonly [name: string]: unknown }) {
    super();
    this.#way = way;
    this.#parts = { ...parts };
  }

  update(data: BinaryLike, inputEncoding?: string, outputEncoding?: string): unknown {
    this.#pieces.push(bytesOf(data, inputEncoding));
    return inEncoding(this.#isFlowing ? this.#rest() : Buffer.alloc(0), outputEncoding);
  }

  /** In these modes a byte goes in and a byte comes out, and code may never ask for the end. */
  get #isFlowing(): boolean {
    return /-(?:ctr|cfb\d*|ofb)$/i.test(String(this.#parts['algorithm']));
  }

  /** What has come out since it was last asked for. */
  #rest(): Bytes {
    const rest = this.#change().subarray(this.#given);
    this.#given += rest.length;
    return Buffer.from(rest);
  }

  final(outputEncoding?: string): unknown {
    return inEncoding(this.#rest(), outputEncoding);
  }

  #change(): Bytes {
    const args = { ...this.#parts, bytes: write(Buffer.concat(this.#pieces)) };
    const { bytes, tag } = ambient.compute(this.#way, args) as {
      readonly bytes: unknown;
      readonly tag?: unknown;
    };
    if (tag !== undefined) this.#tag = read(tag);
    return read(bytes);
  }

  override _transform(chunk: Uint8Array, _encoding: string, callback: Done): void {
    this.#pieces.push(bytesOf(chunk));
    callback();
  }

  override _flush(callback: Done): void {
    try {
      callback(null, this.final());
    } catch (error) {
      callback(error as Error);
    }
  }

  setAutoPadding(isOn = true): this {
    this.#parts['autoPadding'] = isOn;
    return this;
  }

  setAAD(data: BinaryLike): this {
    this.#parts['aad'] = write(data);
    return this;
  }

  setAuthTag(tag: BinaryLike, encoding?: string): this {
    this.#parts['tag'] = write(tag, encoding);
    return this;
  }

  getAuthTag(): Bytes {
    if (this.#tag !== undefined) return this.#tag;
    throw Object.assign(new Error('Invalid state for operation getAuthTag'), {
      code: 'ERR_CRYPTO_INVALID_STATE',
    });
  }
}

export function createCipheriv(...args: CipherArguments): CollectingCipher {
  return new CollectingCipher('encipher', partsOf(args));
}

export function createDecipheriv(...args: CipherArguments): CollectingCipher {
  return new CollectingCipher('decipher', partsOf(args));
}

type CipherArguments = [string, KeyLike, BinaryLike | null, CipherOptions?];

function partsOf([algorithm, key, iv, options]: CipherArguments) {
  const { authTagLength } = options ?? {};
  return {
    ...{ algorithm, key: write(secretBytes(key)) },
    ...(iv !== null && { iv: write(iv) }),
    ...(authTagLength !== undefined && { authTagLength }),
  };
}

export function getCiphers(): readonly string[] {
  return (ambient.compute('names', {}) as { readonly ciphers: readonly string[] }).ciphers;
}
