import { ambient } from '../ambient.ts';
import { type BinaryLike, type Bytes, bytesOf, read, type Written, write } from './written.ts';

/** A key as it crosses to the runner. */
export interface WrittenKey {
  readonly type: 'secret' | 'public' | 'private';
  readonly material: Written;
  readonly asymmetricKeyType?: string;
  readonly asymmetricKeyDetails?: object;
}

interface ExportOptions {
  readonly format?: string;
  readonly type?: string;
  readonly cipher?: string;
  readonly passphrase?: string;
}

/** A key of Node; what is done with it is done by the runner. */
export class KeyObject {
  readonly #written: WrittenKey;

  constructor(written: WrittenKey) {
    this.#written = written;
  }

  static writtenOf(key: KeyObject): WrittenKey {
    return key.#written;
  }

  get type(): WrittenKey['type'] {
    return this.#written.type;
  }

  get asymmetricKeyType(): string | undefined {
    return this.#written.asymmetricKeyType;
  }

  get asymmetricKeyDetails(): object | undefined {
    return this.#written.asymmetricKeyDetails;
  }

  get symmetricKeySize(): number | undefined {
    return this.type === 'secret' ? read(this.#written.material).length : undefined;
  }

  export(options: ExportOptions = {}): unknown {
    const { format, type, cipher, passphrase } = options;
    if (this.type === 'secret' && format !== 'jwk') return read(this.#written.material);
    const given = {
      ...(type !== undefined && { type }),
      ...(cipher !== undefined && { cipher, passphrase }),
    };
    const args = { key: this.#written, format: format ?? 'pem', options: given };
    const exported = ambient.compute('exportKey', args);
    const isBytes = typeof exported === 'object' && exported !== null && '@bytes' in exported;
    return isBytes ? read(exported) : exported;
  }

  equals(other: KeyObject): boolean {
    const [one, two] = [this.#written, other.#written];
    return one.type === two.type && one.material['@bytes'] === two.material['@bytes'];
  }

  get [Symbol.toStringTag](): string {
    return 'KeyObject';
  }
}

export interface KeyInput extends ExportOptions {
  readonly key: KeyObject | BinaryLike | object;
  readonly encoding?: string;
  readonly [option: string]: unknown;
}
export type KeyLike = KeyObject | BinaryLike | KeyInput;

export function createSecretKey(key: BinaryLike, encoding?: string): KeyObject {
  const args = { kind: 'secret', key: write(key, encoding) };
  return new KeyObject(ambient.compute('readKey', args) as WrittenKey);
}

export function createPrivateKey(key: KeyLike): KeyObject {
  return readKey(key, 'private');
}

/** Also of a private key, whose public part it is. */
export function createPublicKey(key: KeyLike): KeyObject {
  const own = key instanceof KeyObject ? key : isInput(key) && key.key;
  if (own instanceof KeyObject) {
    if (own.type === 'public') return own;
    const args = { key: KeyObject.writtenOf(own), isPublic: true };
    return new KeyObject(ambient.compute('exportKey', args) as WrittenKey);
  }
  return readKey(key, 'public');
}

function readKey(key: KeyLike, kind: 'private' | 'public'): KeyObject {
  if (key instanceof KeyObject) return key;
  const input: KeyInput = isInput(key) ? key : { key: key as BinaryLike };
  if (input.key instanceof KeyObject) return input.key;
  const { format = 'pem', type, passphrase, encoding } = input;
  const isJwk = format === 'jwk';
  const isPem = format === 'pem';
  const args = {
    ...{ kind, format },
    key: isJwk ? input.key : keyText(input.key as BinaryLike, isPem, encoding),
    ...(type !== undefined && { type }),
    ...(passphrase !== undefined && { passphrase: `${passphrase}` }),
  };
  return new KeyObject(ambient.compute('readKey', args) as WrittenKey);
}

function keyText(key: BinaryLike, isPem: boolean, encoding?: string): unknown {
  return isPem ? bytesOf(key, encoding).toString('utf8') : write(key, encoding);
}

/** The bytes of a secret, however it is given. */
export function secretBytes(key: KeyLike): Bytes {
  if (key instanceof KeyObject) return read(KeyObject.writtenOf(key).material);
  if (isInput(key)) return secretBytes(key.key as KeyLike);
  return bytesOf(key as BinaryLike);
}

/** A key for signing or the like, with the settings that stand beside it. */
export function keyWith(
  key: KeyLike,
  kind: 'private' | 'public',
): { readonly [name: string]: unknown } {
  const settings = isInput(key) ? key : undefined;
  const object = kind === 'private' ? createPrivateKey(key) : publicOf(key);
  const names = ['padding', 'saltLength', 'dsaEncoding', 'oaepHash'] as const;
  const given = names.flatMap((name) =>
    settings?.[name] === undefined ? [] : [[name, settings[name]] as const],
  );
  const label = settings?.['oaepLabel'];
  return {
    key: KeyObject.writtenOf(object),
    ...Object.fromEntries(given),
    ...(label !== undefined && { oaepLabel: write(label as BinaryLike) }),
  };
}

function publicOf(key: KeyLike): KeyObject {
  if (key instanceof KeyObject && key.type === 'private') return createPublicKey(key);
  return createPublicKey(key);
}

function isInput(key: KeyLike): key is KeyInput {
  return (
    typeof key === 'object' &&
    !(key instanceof KeyObject) &&
    !ArrayBuffer.isView(key) &&
    !(key instanceof ArrayBuffer) &&
    'key' in key
  );
}
