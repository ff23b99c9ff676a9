/**
 * What the chunks of the platform use of the prelude: they import this file and no other of it, so that
 * there is one `EventTarget`, one `AbortSignal`, one `DOMException`.
 */
export { fromBase64, toBase64 } from '@exodus/bytes/base64.js';
export { TextEncoder } from '@exodus/bytes/encoding-lite.js';
export { default as DOMException } from 'core-js-pure/actual/dom-exception';
export { default as URL } from 'core-js-pure/actual/url';
export { default as URLSearchParams } from 'core-js-pure/actual/url-search-params';
export { Event, EventTarget } from 'event-target-shim';
export { AbortController, AbortSignal } from '../abort-signal.ts';
export { type AskNetwork, networkOfCall } from '../call-network.ts';
export { compute } from '../computations.ts';
export { TextDecoder } from '../text-globals.ts';
export { clearGuestTimeout, hasTimer, setGuestTimeout } from '../timers.ts';
export { useChunk, useOpenChunk } from './chunks.ts';
export { nameClasses } from './lazy-globals.ts';
