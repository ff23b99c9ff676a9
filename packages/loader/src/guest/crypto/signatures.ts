import { ambient } from '../ambient.ts';
import { Buffer } from '../builtins/buffer.ts';
import { type KeyLike, keyWith } from './key-object.ts';
import { type BinaryLike, type Bytes, bytesOf, inEncoding, read, write } from './written.ts';

type Callback<Value> = (error: Error | null, value?: Value) => void;

export function sign(
  algorithm: string | null | undefined,
  data: BinaryLike,
  key: KeyLike,
  ...[callback]: [Callback<Bytes>?]
): Bytes | undefined {
  const make = () => {
    const named = algorithm ? { algorithm } : {};
    return read(
      ambient.compute('sign', { ...named, bytes: write(data), ...keyWith(key, 'private') }),
    );
  };
  return answer(make, callback);
}

export function verify(
  algorithm: string | null | undefined,
  data: BinaryLike,
  key: KeyLike,
  ...[signature, callback]: [BinaryLike, Callback<boolean>?]
): boolean | undefined {
  const make = () => {
    const named = algorithm ? { algorithm } : {};
    const parts = { bytes: write(data), signature: write(signature), ...keyWith(key, 'public') };
    return ambient.compute('verify', { ...named, ...parts }) as boolean;
  };
  return answer(make, callback);
}

function answer<Value>(make: () => Value, callback?: Callback<Value>): Value | undefined {
  if (callback === undefined) return make();
  try {
    const value = make();
    queueMicrotask(() => callback(null, value));
  } catch (error) {
    queueMicrotask(() => callback(error as Error));
  }
  return undefined;
}

class Collected {
  protected readonly algorithm: string;
  readonly #pieces: Bytes[] = [];

  constructor(algorithm: string) {
    this.algorithm = algorithm;
  }

  update(data: BinaryLike, encoding?: string): this {
    this.#pieces.push(bytesOf(data, encoding));
    return this;
  }

  write(data: BinaryLike, encoding?: string): boolean {
    this.update(data, encoding);
    return true;
  }

  end(data?: BinaryLike): this {
    return data === undefined ? this : this.update(data);
  }

  protected whole(): Bytes {
    return Buffer.concat(this.#pieces);
  }
}

export class Sign extends Collected {
  sign(key: KeyLike, encoding?: string): unknown {
    return inEncoding(sign(this.algorithm, this.whole(), key) ?? Buffer.alloc(0), encoding);
  }
}

export class Verify extends Collected {
  verify(key: KeyLike, signature: BinaryLike, encoding?: string): boolean {
    return verify(this.algorithm, this.whole(), key, bytesOf(signature, encoding)) === true;
  }
}

export function createSign(algorithm: string): Sign {
  return new Sign(algorithm);
}

export function createVerify(algorithm: string): Verify {
  return new Verify(algorithm);
}

const withKey =
  (way: string, kind: 'private' | 'public') =>
  (key: KeyLike, data: BinaryLike): Bytes =>
    read(ambient.compute('transform', { way, bytes: write(data), ...keyWith(key, kind) }));

export const publicEncrypt = withKey('publicEncrypt', 'public');
export const publicDecrypt = withKey('publicDecrypt', 'public');
export const privateEncrypt = withKey('privateEncrypt', 'private');
export const privateDecrypt = withKey('privateDecrypt', 'private');
