import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import type { Written, WrittenNodeKey } from '../../wire/node-computations.ts';

/** What a guest handed over: an object, of which nothing is known yet. */
export type GuestArguments = { readonly [name: string]: unknown };

export function bytesIn(args: GuestArguments, name: string): Buffer {
  const value = optionalBytes(args, name);
  if (value === undefined) throw new TypeError(`${name} must be bytes`);
  return value;
}

export function optionalBytes(args: GuestArguments, name: string): Buffer | undefined {
  const value = own(args, name);
  if (typeof value !== 'object' || value === null) return undefined;
  const text: unknown = Object.hasOwn(value, '@bytes') ? Reflect.get(value, '@bytes') : undefined;
  return typeof text === 'string' ? Buffer.from(text, 'base64') : undefined;
}

export function textIn(args: GuestArguments, name: string): string {
  const value = own(args, name);
  if (typeof value !== 'string') throw new TypeError(`${name} must be a text`);
  return value;
}

export function optionalText(args: GuestArguments, name: string): string | undefined {
  const value = own(args, name);
  return typeof value === 'string' ? value : undefined;
}

export function optionalNumber(args: GuestArguments, name: string): number | undefined {
  const value = own(args, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function objectIn(args: GuestArguments, name: string): GuestArguments {
  const value = own(args, name);
  return typeof value === 'object' && value !== null ? (value as GuestArguments) : {};
}

/** Nothing inherited: the names are a guest's. */
function own(args: GuestArguments, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

export function write(bytes: Uint8Array): Written {
  return { '@bytes': Buffer.from(bytes).toString('base64') };
}

export function writeKey(key: KeyObject): WrittenNodeKey {
  const { type, asymmetricKeyType, asymmetricKeyDetails } = key;
  const material =
    type === 'secret'
      ? key.export()
      : key.export({ format: 'der', type: type === 'private' ? 'pkcs8' : 'spki' });
  return {
    ...{ type, material: write(material) },
    ...(asymmetricKeyType !== undefined && { asymmetricKeyType }),
    ...(asymmetricKeyDetails !== undefined && {
      asymmetricKeyDetails: plain(asymmetricKeyDetails),
    }),
  };
}

export function keyIn(args: GuestArguments, name: string): KeyObject {
  const written = objectIn(args, name);
  const bytes = bytesIn(written, 'material');
  switch (written['type']) {
    case 'secret':
      return createSecretKey(bytes);
    case 'private':
      return createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' });
    case 'public':
      return createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    default:
      throw new TypeError(`${name} must be a key`);
  }
}

/** JSON has no large integers; a public exponent is one. */
function plain(details: object): { readonly [name: string]: unknown } {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? Number(value) : value,
    ]),
  );
}
