import { rngChacha20 } from '@noble/ciphers/chacha.js';
import DOMException from 'core-js-pure/actual/dom-exception';
import { useChunk } from './web/chunks.ts';

const MOST_BYTES = 65_536;

/** `Crypto` of the web platform. There is one of it in a guest. */
export class Crypto {
  constructor() {
    throw new TypeError('Illegal constructor');
  }

  get subtle(): object {
    return useChunk('subtle').subtle;
  }
}

/** `crypto` of a guest: its randomness comes from a seed that its isolate alone was given. */
export function createCrypto(seedHex: string): object {
  const seed = new Uint8Array(32);
  for (let index = 0; index < 32; index += 1)
    seed[index] = Number.parseInt(seedHex.slice(index * 2, index * 2 + 2), 16);
  const source = rngChacha20(seed);
  const randomBytes = (count: number): Uint8Array => source.randomBytes(count);
  // Functions of its own: libraries take them and call them without it.
  const own = {
    getRandomValues: (array: unknown) => fillWithRandom(array, randomBytes),
    randomUUID: () => formatUuid(randomBytes(16)),
  };
  return Object.freeze(Object.assign(Object.create(Crypto.prototype), own));
}

function fillWithRandom(array: unknown, randomBytes: (count: number) => Uint8Array): unknown {
  const isOfWholeNumbers =
    ArrayBuffer.isView(array) &&
    !(array instanceof DataView || array instanceof Float32Array || array instanceof Float64Array);
  if (!isOfWholeNumbers)
    throw new DOMException('An array of whole numbers is needed', 'TypeMismatchError');
  const { buffer, byteOffset, byteLength } = array;
  if (byteLength > MOST_BYTES)
    throw new DOMException(`At most ${MOST_BYTES} bytes at once`, 'QuotaExceededError');
  if (byteLength > 0) new Uint8Array(buffer, byteOffset, byteLength).set(randomBytes(byteLength));
  return array;
}

function formatUuid(bytes: Uint8Array): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  let text = '';
  for (let index = 0; index < 16; index += 1) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += '-';
    text += `${(bytes[index] ?? 0) < 16 ? '0' : ''}${(bytes[index] ?? 0).toString(16)}`;
  }
  return text;
}
