import { TextDecoder, TextEncoder } from '@exodus/bytes/encoding-lite.js';
import atob from 'core-js-pure/actual/atob';
import { Headers } from './headers.ts';

/** An answer of the network broker: plain data. */
export interface ResponseData {
  readonly status: number;
  readonly statusText?: string;
  readonly url?: string;
  readonly redirected?: boolean;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly bodyEncoding?: 'utf8' | 'base64';
}

/** The part of the web's `Response` that code around `fetch` uses; its body is there already. */
export class Response {
  readonly #data: ResponseData;
  readonly headers: Headers;
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly redirected: boolean;
  readonly ok: boolean;
  readonly type = 'basic';
  #isBodyUsed = false;

  constructor(data: ResponseData) {
    this.#data = data;
    this.headers = new Headers(data.headers ?? []);
    this.status = data.status;
    this.statusText = data.statusText ?? '';
    this.url = data.url ?? '';
    this.redirected = data.redirected === true;
    this.ok = data.status >= 200 && data.status <= 299;
  }

  get bodyUsed(): boolean {
    return this.#isBodyUsed;
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(this.#takeBytes());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async bytes(): Promise<Uint8Array> {
    return this.#takeBytes();
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#takeBytes().slice().buffer as ArrayBuffer;
  }

  clone(): Response {
    this.#assertUnused();
    return new Response(this.#data);
  }

  #takeBytes(): Uint8Array {
    this.#assertUnused();
    this.#isBodyUsed = true;
    const { body = '', bodyEncoding } = this.#data;
    if (bodyEncoding !== 'base64') return new TextEncoder().encode(body);
    return Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
  }

  #assertUnused(): void {
    if (this.#isBodyUsed) throw new TypeError('the body was read already: clone() it before');
  }
}
