import {
  TextDecoder as AnyTextDecoder,
  normalizeEncoding,
  TextEncoder,
} from '@exodus/bytes/encoding-lite.js';
import URL from 'core-js-pure/actual/url';
import URLSearchParams from 'core-js-pure/actual/url-search-params';

/** Their tables would be as large as all else that an isolate starts with. */
const LEFT_OUT = new Set([
  ...['big5', 'euc-jp', 'euc-kr', 'gb18030', 'gbk', 'iso-2022-jp', 'shift_jis'],
]);

/** UTF-8, UTF-16 and the encodings of one byte per character. */
export class TextDecoder extends AnyTextDecoder {
  constructor(label = 'utf-8', options: object = {}) {
    const name = normalizeEncoding(`${label}`);
    if (name !== null && LEFT_OUT.has(name))
      throw new RangeError(`The encoding ${name} is not built in: use a package for it`);
    super(`${label}`, options);
  }
}
Object.defineProperty(TextDecoder, 'name', { value: 'TextDecoder' });

/**
 * In place before any other import of the prelude is evaluated: the schema checker looks for
 * `TextEncoder` and `URL` while it loads.
 */
Object.assign(globalThis, { TextDecoder, TextEncoder, URL, URLSearchParams });
