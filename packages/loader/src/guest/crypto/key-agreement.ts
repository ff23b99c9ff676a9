import { ambient } from '../ambient.ts';
import { KeyObject, type WrittenKey } from './key-object.ts';
import { type BinaryLike, type Bytes, bytesOf, inEncoding, read, write } from './written.ts';

type Callback = (error: Error | null, publicKey?: unknown, privateKey?: unknown) => void;
interface PairOptions {
  readonly publicKeyEncoding?: object;
  readonly privateKeyEncoding?: object;
  readonly [name: string]: unknown;
}

export function generateKeyPairSync(type: string, options: PairOptions = {}): object {
  const { publicKeyEncoding, privateKeyEncoding, ...rest } = options;
  const made = ambient.compute('generateKey', { type, options: rest }) as {
    readonly publicKey: WrittenKey;
    readonly privateKey: WrittenKey;
  };
  const [publicKey, privateKey] = [new KeyObject(made.publicKey), new KeyObject(made.privateKey)];
  return {
    publicKey: publicKeyEncoding ? publicKey.export(publicKeyEncoding) : publicKey,
    privateKey: privateKeyEncoding ? privateKey.export(privateKeyEncoding) : privateKey,
  };
}

const CUSTOM: unique symbol = Symbol.for('nodejs.util.promisify.custom');
const generate = (type: string, options: PairOptions, callback: Callback): void => {
  try {
    const { publicKey, privateKey } = generateKeyPairSync(type, options) as {
      readonly publicKey: unknown;
      readonly privateKey: unknown;
    };
    queueMicrotask(() => callback(null, publicKey, privateKey));
  } catch (error) {
    queueMicrotask(() => callback(error as Error));
  }
};
export const generateKeyPair: typeof generate = Object.assign(generate, {
  [CUSTOM]: async (type: string, options: PairOptions) => generateKeyPairSync(type, options),
});

export function diffieHellman(keys: {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}): Bytes {
  const { privateKey, publicKey } = keys;
  const written = {
    privateKey: KeyObject.writtenOf(privateKey),
    publicKey: KeyObject.writtenOf(publicKey),
  };
  return read(ambient.compute('agree', written));
}

/** One side of an agreement over a curve. */
export class ECDH {
  readonly #curve: string;
  #privateKey: Bytes | undefined;
  #publicKey: Bytes | undefined;

  constructor(curve: string) {
    this.#curve = curve;
  }

  generateKeys(encoding?: string, form?: string): unknown {
    this.#privateKey = undefined;
    this.#ask({ form });
    return this.getPublicKey(encoding);
  }

  computeSecret(other: BinaryLike, ...encodings: (string | undefined)[]): unknown {
    const [inputEncoding, outputEncoding] = encodings;
    const { secret } = this.#ask({ publicKey: write(bytesOf(other, inputEncoding)) });
    return inEncoding(read(secret), outputEncoding);
  }

  getPrivateKey(encoding?: string): unknown {
    return inEncoding(this.#privateKey ?? bytesOf(''), encoding);
  }

  getPublicKey(encoding?: string | null, form?: string): unknown {
    if (form !== undefined) this.#ask({ form });
    return inEncoding(this.#publicKey ?? bytesOf(''), encoding);
  }

  setPrivateKey(key: BinaryLike, encoding?: string): void {
    this.#privateKey = bytesOf(key, encoding);
    this.#ask({});
  }

  #ask(more: { readonly [name: string]: unknown }): { readonly secret?: unknown } {
    const own = this.#privateKey && { privateKey: write(this.#privateKey) };
    const made = ambient.compute('agree', { curve: this.#curve, ...own, ...more }) as {
      readonly privateKey: unknown;
      readonly publicKey: unknown;
      readonly secret?: unknown;
    };
    this.#privateKey = read(made.privateKey);
    this.#publicKey = read(made.publicKey);
    return made;
  }
}

export function createECDH(curve: string): ECDH {
  return new ECDH(curve);
}

export function getCurves(): readonly string[] {
  return (ambient.compute('names', {}) as { readonly curves: readonly string[] }).curves;
}
