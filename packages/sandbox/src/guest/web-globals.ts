import { TextDecoderStream, TextEncoderStream } from '@exodus/bytes/encoding-lite.js';
import atob from 'core-js-pure/actual/atob';
import btoa from 'core-js-pure/actual/btoa';
import DOMException from 'core-js-pure/actual/dom-exception';
import { Event, EventTarget } from 'event-target-shim';
import { AbortController, AbortSignal } from './abort-signal.ts';
import { installAmbient } from './ambient.ts';
import { createConsole } from './guest-console.ts';
import { Crypto, createCrypto } from './guest-crypto.ts';
import { guestFetch } from './guest-fetch.ts';
import { defineProperty, deleteProperty, NativePromise } from './intrinsics.ts';
import { installStackTraces } from './stack-traces.ts';
import { clearGuestTimeout, setGuestInterval, setGuestTimeout } from './timers.ts';
import { type ChunkName, provideCore, useChunk } from './web/chunks.ts';
import * as core from './web/core.ts';
import { defineGlobal, defineLazily, nameClasses } from './web/lazy-globals.ts';

/** Reach beyond the isolate's accounting, or into it: shared memory, native code, the collector. */
const REMOVED = [
  'WebAssembly',
  'SharedArrayBuffer',
  'Atomics',
  'FinalizationRegistry',
  'WeakRef',
] as const;

/** What each chunk of the platform adds. */
const LAZY = {
  streams: [
    'ByteLengthQueuingStrategy',
    'CountQueuingStrategy',
    'ReadableByteStreamController',
    'ReadableStream',
    'ReadableStreamBYOBReader',
    'ReadableStreamBYOBRequest',
    'ReadableStreamDefaultController',
    'ReadableStreamDefaultReader',
    'TransformStream',
    'TransformStreamDefaultController',
    'WritableStream',
    'WritableStreamDefaultController',
    'WritableStreamDefaultWriter',
  ],
  body: ['Blob', 'File', 'FormData', 'Headers', 'Request', 'Response'],
  clone: [],
  compression: ['CompressionStream', 'DecompressionStream'],
  events: [
    'BroadcastChannel',
    'CloseEvent',
    'CustomEvent',
    'ErrorEvent',
    'MessageChannel',
    'MessageEvent',
    'MessagePort',
    'Performance',
    'ProgressEvent',
    'performance',
  ],
  inspect: [],
  sockets: ['EventSource', 'WebSocket'],
  subtle: ['CryptoKey', 'SubtleCrypto'],
  'url-pattern': ['URLPattern'],
} as const satisfies Record<ChunkName, readonly string[]>;

/** The web platform of a guest. Written once, into the snapshot. */
export function installGlobals(): void {
  const globals = {
    atob,
    btoa,
    structuredClone: (value: unknown, options?: object | null) =>
      useChunk('clone').structuredClone(value, options),
    AbortController,
    AbortSignal,
    Crypto,
    DOMException,
    Event,
    EventTarget,
    TextDecoderStream,
    TextEncoderStream,
    console: createConsole(),
    navigator: Object.freeze({ userAgent: 'Mortise', language: 'en-US', hardwareConcurrency: 1 }),
    setTimeout: setGuestTimeout,
    setInterval: setGuestInterval,
    clearTimeout: clearGuestTimeout,
    clearInterval: clearGuestTimeout,
    queueMicrotask: (callback: () => void) => {
      NativePromise.resolve().then(callback);
    },
    fetch: guestFetch,
  };
  nameClasses(globals);
  for (const [name, value] of Object.entries(globals)) defineGlobal(name, value);
  provideCore(core);
  for (const [chunk, names] of Object.entries(LAZY))
    defineLazily(names, () => useChunk(chunk as ChunkName));
  installAmbient();
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
  installStackTraces();
  defineGlobal('crypto', createCrypto(seedHex));
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
  defineGlobal('ArrayBuffer', Fixed);
}
