import { TextDecoder, TextEncoder } from '@exodus/bytes/encoding-lite.js';
import URL from 'core-js-pure/actual/url';
import URLSearchParams from 'core-js-pure/actual/url-search-params';

/**
 * In place before any other import of the prelude is evaluated: the schema checker looks for
 * `TextEncoder` and `URL` while it loads.
 */
Object.assign(globalThis, { TextDecoder, TextEncoder, URL, URLSearchParams });
