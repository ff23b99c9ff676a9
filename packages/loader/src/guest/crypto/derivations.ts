import { ambient } from '../ambient.ts';
import { type KeyLike, secretBytes } from './key-object.ts';
import { type BinaryLike, type Bytes, read, write } from './written.ts';

type Callback = (error: Error | null, key?: unknown) => void;
interface ScryptOptions {
  readonly N?: number;
  readonly r?: number;
  readonly p?: number;
  readonly cost?: number;
  readonly blockSize?: number;
  readonly parallelization?: number;
}

export function pbkdf2Sync(
  password: BinaryLike,
  salt: BinaryLike,
  ...[iterations, length, digest]: [number, number, string]
): Bytes {
  const given = { password: write(password), salt: write(salt) };
  return read(ambient.compute('derive', { way: 'pbkdf2', ...given, iterations, length, digest }));
}

export function pbkdf2(...args: [...Parameters<typeof pbkdf2Sync>, Callback]): void {
  const callback = args.pop() as Callback;
  later(() => pbkdf2Sync(...(args as unknown as Parameters<typeof pbkdf2Sync>)), callback);
}

export function scryptSync(
  password: BinaryLike,
  salt: BinaryLike,
  ...[length, options = {}]: [number, ScryptOptions?]
): Bytes {
  const { N = options.cost, r = options.blockSize, p = options.parallelization } = options;
  const given = { password: write(password), salt: write(salt), length };
  const costs = {
    ...(N !== undefined && { N }),
    ...(r !== undefined && { r }),
    ...(p !== undefined && { p }),
  };
  return read(ambient.compute('derive', { way: 'scrypt', ...given, ...costs }));
}

export function scrypt(...args: unknown[]): void {
  const callback = args.pop() as Callback;
  later(() => scryptSync(...(args as Parameters<typeof scryptSync>)), callback);
}

export function hkdfSync(
  digest: string,
  key: KeyLike,
  salt: BinaryLike,
  ...[info, length]: [BinaryLike, number]
): ArrayBuffer {
  const given = { password: write(secretBytes(key)), salt: write(salt), info: write(info) };
  const bytes = read(ambient.compute('derive', { way: 'hkdf', ...given, digest, length }));
  return new Uint8Array(bytes).buffer;
}

export function hkdf(...args: [...Parameters<typeof hkdfSync>, Callback]): void {
  const callback = args.pop() as Callback;
  later(() => hkdfSync(...(args as unknown as Parameters<typeof hkdfSync>)), callback);
}

function later(make: () => unknown, callback: Callback): void {
  try {
    const made = make();
    queueMicrotask(() => callback(null, made));
  } catch (error) {
    queueMicrotask(() => callback(error as Error));
  }
}
