import { rngChacha20 } from '@noble/ciphers/chacha.js';
import atob from 'core-js-pure/actual/atob';
import btoa from 'core-js-pure/actual/btoa';
import DOMException from 'core-js-pure/actual/dom-exception';
import structuredClone from 'core-js-pure/actual/structured-clone';
import { Event, EventTarget } from 'event-target-shim';
import { AbortController, AbortSignal } from './abort-signal.ts';
import { guestFetch } from './guest-fetch.ts';
import { createConsole } from './guest-log.ts';
import { Headers } from './headers.ts';
import { defineProperty, deleteProperty, NativePromise } from './intrinsics.ts';
import { clearGuestTimeout, setGuestInterval, setGuestTimeout } from './timers.ts';

/** Reach beyond the isolate's accounting, or into it: shared memory, native code, the collector. */
const REMOVED = [
  'WebAssembly',
  'SharedArrayBuffer',
  'Atomics',
  'FinalizationRegistry',
  'WeakRef',
] as const;

/** The web platform of a guest. Written once, into the snapshot. */
export function installGlobals(): void {
  const globals = {
    atob,
    btoa,
    structuredClone,
    AbortController,
    AbortSignal,
    DOMException,
    Event,
    EventTarget,
    Headers,
    console: createConsole(),
    setTimeout: setGuestTimeout,
    setInterval: setGuestInterval,
    clearTimeout: clearGuestTimeout,
    clearInterval: clearGuestTimeout,
    queueMicrotask: (callback: () => void) => {
      NativePromise.resolve().then(callback);
    },
    fetch: guestFetch,
  };
  for (const [name, value] of Object.entries(globals)) define(name, value);
  // core-js has its own hold on it by now.
  deleteProperty(globalThis, '__core-js_shared__');
}

/**
 * What can only be done in the fresh isolate: V8 adds some globals after a snapshot was read, and
 * randomness must not come from it.
 */
export function finishGlobals(seedHex: string): void {
  for (let index = 0; index < REMOVED.length; index += 1) {
    deleteProperty(globalThis, REMOVED[index] as string);
  }
  removeResizableBuffers();
  // Libraries set it and mean no harm; it is never called.
  defineProperty(Error, 'prepareStackTrace', {
    get: () => undefined,
    set: () => undefined,
    configurable: false,
  });
  define('crypto', createCrypto(seedHex));
}

function define(name: string, value: unknown): void {
  defineProperty(globalThis, name, {
    value,
    writable: true,
    configurable: true,
    enumerable: false,
  });
}

/** A resizable buffer's growth is not counted against the heap limit (measured: 32 MB passed to 1 GB). */
function removeResizableBuffers(): void {
  const Native = ArrayBuffer;
  const Fixed = function (this: unknown, length?: number): ArrayBuffer {
    if (new.target === undefined) throw new TypeError("Constructor ArrayBuffer requires 'new'");
    return Reflect.construct(
      Native,
      [length],
      (new.target as unknown) === Fixed ? Native : new.target,
    );
  } as unknown as ArrayBufferConstructor;
  const prototype = Native.prototype as unknown as { [key: string]: unknown };
  for (const method of ['resize', 'transfer', 'transferToFixedLength'])
    deleteProperty(prototype, method);
  defineProperty(Fixed, 'prototype', { value: Native.prototype, writable: false });
  defineProperty(Fixed, 'name', { value: 'ArrayBuffer' });
  defineProperty(Fixed, 'isView', { value: Native.isView, writable: true, configurable: true });
  defineProperty(Fixed, Symbol.species, { get: () => Fixed, configurable: true });
  defineProperty(Native.prototype, 'constructor', {
    value: Fixed,
    writable: true,
    configurable: true,
  });
  define('ArrayBuffer', Fixed);
}

function createCrypto(seedHex: string): object {
  const seed = new Uint8Array(32);
  for (let index = 0; index < 32; index += 1)
    seed[index] = Number.parseInt(seedHex.slice(index * 2, index * 2 + 2), 16);
  const source = rngChacha20(seed);
  const randomBytes = (count: number): Uint8Array => source.randomBytes(count);
  return Object.freeze({
    getRandomValues: (array: Uint8Array) => {
      if (!ArrayBuffer.isView(array) || array.byteLength > 65_536)
        throw new TypeError('an integer array of at most 65,536 bytes is needed');
      if (array.byteLength > 0)
        new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(
          randomBytes(array.byteLength),
        );
      return array;
    },
    randomUUID: () => formatUuid(randomBytes(16)),
  });
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
