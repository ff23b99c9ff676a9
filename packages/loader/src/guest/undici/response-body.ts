import { Buffer } from '../builtins/buffer.ts';
import { Readable } from '../builtins/stream.ts';

/** The body of a response as undici gives it: a stream of Node that can be taken as a whole. */
export class ResponseBody extends Readable {
  #isUsed = false;

  get bodyUsed(): boolean {
    return this.#isUsed;
  }

  override _read(): void {}

  async bytes(): Promise<Uint8Array> {
    this.#isUsed = true;
    const chunks: Uint8Array[] = [];
    for await (const chunk of this) {
      chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array));
    }
    return new Uint8Array(Buffer.concat(chunks));
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer as ArrayBuffer;
  }

  async blob(): Promise<Blob> {
    return new Blob([await this.arrayBuffer()]);
  }

  async dump(): Promise<void> {
    await this.bytes();
  }

  get body(): ReadableStream {
    return Readable.toWeb(this) as ReadableStream;
  }
}
