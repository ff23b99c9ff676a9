import type { ReadableStream } from 'web-streams-polyfill';
import { Blob } from './blob.ts';
import type { BodyContent } from './body-content.ts';
import { TextDecoder, URLSearchParams } from './core.ts';
import { FormData } from './form-data.ts';
import { readMultipart } from './multipart.ts';

let readContent: (reader: BodyReader) => BodyContent | undefined;

/** What `Request` and `Response` have in common: a body that is read once. */
export abstract class BodyReader {
  readonly #content: BodyContent | undefined;
  readonly #type: () => string | null;

  static {
    readContent = (reader) => reader.#content;
  }

  /** `type` is asked when it is needed: headers may be set after a body. */
  constructor(content: BodyContent | undefined, type: () => string | null) {
    this.#content = content;
    this.#type = type;
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.#content?.stream ?? null;
  }

  get bodyUsed(): boolean {
    return this.#content?.isUsed ?? false;
  }

  async text(): Promise<string> {
    return (await this.#content?.takeText()) ?? '';
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.#content?.takeBytes()) ?? new Uint8Array();
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = await this.bytes();
    return bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;
  }

  async blob(): Promise<Blob> {
    return new Blob([await this.bytes()], { type: this.#type() ?? '' });
  }

  async formData(): Promise<FormData> {
    const type = this.#type() ?? '';
    if (/^\s*multipart\/form-data\b/i.test(type)) return readMultipart(await this.bytes(), type);
    if (!/^\s*application\/x-www-form-urlencoded\b/i.test(type))
      throw new TypeError('The body has no type that a form can be read from');
    const form = new FormData();
    const text = new TextDecoder().decode(await this.bytes());
    for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
    return form;
  }
}

export function contentOfReader(reader: BodyReader): BodyContent | undefined {
  return readContent(reader);
}
