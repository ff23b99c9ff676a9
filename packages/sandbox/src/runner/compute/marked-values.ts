import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  KeyObject,
  type webcrypto,
} from 'node:crypto';
import type { WrittenKey } from '../../wire/computations.ts';

type CryptoKey = webcrypto.CryptoKey;
/** What `toCryptoKey` takes; what does not fit it refuses itself. */
type KeyAlgorithm = Parameters<KeyObject['toCryptoKey']>[0];

/** Arguments of a guest, with bytes and keys in the places of their marks. */
export function readMarked(guestValue: unknown): unknown {
  if (typeof guestValue !== 'object' || guestValue === null) return guestValue;
  if (Array.isArray(guestValue)) return guestValue.map(readMarked);
  const buffer = ownText(guestValue, '@buffer') ?? ownText(guestValue, '@view');
  if (buffer !== undefined) return new Uint8Array(Buffer.from(buffer, 'base64'));
  if (Object.hasOwn(guestValue, '@key'))
    return readKey((guestValue as { readonly '@key': WrittenKey })['@key']);
  return Object.fromEntries(
    Object.entries(guestValue).map(([name, each]) => [name, readMarked(each)]),
  );
}

/** A result for a guest, as JSON can hold it. */
export function writeMarked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof ArrayBuffer) return { '@buffer': Buffer.from(value).toString('base64') };
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    return { '@view': Buffer.from(buffer, byteOffset, byteLength).toString('base64') };
  }
  if (isKey(value)) return { '@key': writeKey(value) };
  if (Array.isArray(value)) return value.map(writeMarked);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, writeMarked(each)]));
}

function isKey(value: object): value is CryptoKey {
  return value instanceof CryptoKey;
}

function writeKey(key: CryptoKey): WrittenKey {
  const { type, extractable, usages } = key;
  return {
    type,
    extractable,
    algorithm: writeMarked({ ...key.algorithm }),
    usages: [...usages],
    material: materialOf(key),
  };
}

function materialOf(key: CryptoKey): string {
  const object = KeyObject.from(key);
  const bytes =
    object.type === 'secret'
      ? object.export()
      : object.export({ type: object.type === 'private' ? 'pkcs8' : 'spki', format: 'der' });
  return bytes.toString('base64');
}

function readKey({ type, extractable, algorithm, usages, material }: WrittenKey): CryptoKey {
  const bytes = Buffer.from(material, 'base64');
  const object =
    type === 'secret'
      ? createSecretKey(bytes)
      : type === 'private'
        ? createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' })
        : createPublicKey({ key: bytes, format: 'der', type: 'spki' });
  return object.toCryptoKey(readMarked(algorithm) as KeyAlgorithm, extractable, [
    ...usages,
  ] as never);
}

function ownText(guestValue: object, name: string): string | undefined {
  const value: unknown = Object.hasOwn(guestValue, name)
    ? Reflect.get(guestValue, name)
    : undefined;
  return typeof value === 'string' ? value : undefined;
}
