import {
  COMPUTATION_CHARS,
  type Computation,
  type ComputationFault,
  type WrittenKey,
} from '../../wire/computations.ts';
import { viewOf } from './byte-source.ts';
import { compute, DOMException, fromBase64, nameClasses, toBase64 } from './core.ts';

const MAKE = Symbol('make');
/** In base64 a third more. */
const MOST_BYTES = (COMPUTATION_CHARS / 4) * 3 - 100_000;

let writtenOf: (key: CryptoKey) => WrittenKey;

/** `CryptoKey` of the web platform. Its material stays in its isolate and its runner. */
export class CryptoKey {
  readonly #written: WrittenKey;
  readonly #algorithm: object;
  readonly #usages: readonly string[];

  static {
    writtenOf = (key) => key.#written;
  }

  constructor(key?: unknown, written?: WrittenKey) {
    if (key !== MAKE || written === undefined) throw new TypeError('Illegal constructor');
    this.#written = written;
    this.#algorithm = Object.freeze(read(written.algorithm) as object);
    this.#usages = Object.freeze([...written.usages]);
  }

  get type(): string {
    return this.#written.type;
  }

  get extractable(): boolean {
    return this.#written.extractable;
  }

  get algorithm(): object {
    return this.#algorithm;
  }

  get usages(): readonly string[] {
    return this.#usages;
  }
}

/** `crypto.subtle`: its arguments as data, to the runner, which has Node's. */
export class SubtleCrypto {
  constructor(key?: unknown) {
    if (key !== MAKE) throw new TypeError('Illegal constructor');
  }

  digest(...args: unknown[]): Promise<unknown> {
    return ask('digest', args, 2);
  }

  encrypt(...args: unknown[]): Promise<unknown> {
    return ask('encrypt', args, 3);
  }

  decrypt(...args: unknown[]): Promise<unknown> {
    return ask('decrypt', args, 3);
  }

  sign(...args: unknown[]): Promise<unknown> {
    return ask('sign', args, 3);
  }

  verify(...args: unknown[]): Promise<unknown> {
    return ask('verify', args, 4);
  }

  deriveBits(...args: unknown[]): Promise<unknown> {
    return ask('deriveBits', args, 2);
  }

  deriveKey(...args: unknown[]): Promise<unknown> {
    return ask('deriveKey', args, 5);
  }

  generateKey(...args: unknown[]): Promise<unknown> {
    return ask('generateKey', args, 3);
  }

  importKey(...args: unknown[]): Promise<unknown> {
    return ask('importKey', args, 5);
  }

  exportKey(...args: unknown[]): Promise<unknown> {
    return ask('exportKey', args, 2);
  }

  wrapKey(...args: unknown[]): Promise<unknown> {
    return ask('wrapKey', args, 4);
  }

  unwrapKey(...args: unknown[]): Promise<unknown> {
    return ask('unwrapKey', args, 7);
  }
}

nameClasses({ CryptoKey, SubtleCrypto });

export const subtle = new SubtleCrypto(MAKE);

async function ask(name: Computation, args: readonly unknown[], least: number): Promise<unknown> {
  if (args.length < least)
    throw new TypeError(`subtle.${name} needs ${least} arguments, and got ${args.length}`);
  if (bytesIn(args) > MOST_BYTES)
    throw new DOMException(`More than ${MOST_BYTES} bytes at once`, 'OperationError');
  try {
    return read(await compute(name, args.map(write)));
  } catch (error) {
    throw errorOf(error);
  }
}

/** Of the data itself; what else there is is small, or the runner says so. */
function bytesIn(args: readonly unknown[]): number {
  let size = 0;
  for (const each of args) size += viewOf(each)?.byteLength ?? 0;
  return size;
}

/** A value as JSON holds it. `toJSON` of an argument is not asked. */
function write(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof CryptoKey) return { '@key': writtenOf(value) };
  const bytes = viewOf(value);
  if (bytes !== undefined) return { '@buffer': toBase64(bytes) };
  if (Array.isArray(value)) return value.map(write);
  const written: { [name: string]: unknown } = {};
  for (const name in value)
    written[name] = write((value as { readonly [key: string]: unknown })[name]);
  return written;
}

function read(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(read);
  const marked = value as { readonly [name: string]: unknown };
  if (typeof marked['@buffer'] === 'string') return fromBase64(marked['@buffer']).buffer;
  if (typeof marked['@view'] === 'string') return fromBase64(marked['@view']);
  if (marked['@key'] !== undefined) return new CryptoKey(MAKE, marked['@key'] as WrittenKey);
  return Object.fromEntries(Object.entries(marked).map(([name, each]) => [name, read(each)]));
}

function errorOf(thrown: unknown): unknown {
  if (thrown instanceof Error) return thrown;
  const { name, message } = thrown as ComputationFault;
  return name === 'TypeError' ? new TypeError(message) : new DOMException(message, name);
}
