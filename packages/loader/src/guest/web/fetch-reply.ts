import { Headers } from './headers.ts';

/** An answer of the network broker: plain data. */
interface FetchData {
  readonly status: number;
  readonly statusText?: string;
  readonly url?: string;
  readonly redirected?: boolean;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly bodyEncoding?: 'utf8' | 'base64';
}

/** Gives an answer the methods of a Response; one that has them already stays as it is. */
export function fetchReply(answer: unknown): unknown {
  const data = answer as FetchData | null | undefined;
  const isData = typeof data?.status === 'number' && !('text' in data);
  return isData ? new FetchReply(data) : answer;
}

class FetchReply {
  readonly #data: FetchData;
  readonly headers: Headers;
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly redirected: boolean;
  readonly ok: boolean;
  readonly type = 'basic';

  constructor(data: FetchData) {
    this.#data = data;
    this.headers = new Headers(data.headers ?? []);
    this.status = data.status;
    this.statusText = data.statusText ?? '';
    this.url = data.url ?? '';
    this.redirected = data.redirected === true;
    this.ok = data.status >= 200 && data.status <= 299;
  }

  async text(): Promise<string> {
    const { body = '', bodyEncoding } = this.#data;
    return bodyEncoding === 'base64' ? new TextDecoder().decode(await this.bytes()) : body;
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async bytes(): Promise<Uint8Array> {
    const { body = '', bodyEncoding } = this.#data;
    if (bodyEncoding !== 'base64') return new TextEncoder().encode(body);
    return Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = await this.bytes();
    return bytes.slice().buffer as ArrayBuffer;
  }

  clone(): FetchReply {
    return new FetchReply(this.#data);
  }
}
