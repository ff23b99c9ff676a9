import type { ReadableStream } from 'web-streams-polyfill';
import { Blob, bytesOfBlob } from './blob.ts';
import { joinBytes, viewOf } from './byte-source.ts';
import { TextDecoder, TextEncoder, URLSearchParams, useChunk } from './core.ts';
import { FormData } from './form-data.ts';
import { writeMultipart } from './multipart.ts';

/** Bytes that come bit by bit. */
export interface BytePuller {
  /** The next bytes; undefined at the end. */
  pull(): Promise<Uint8Array<ArrayBuffer> | undefined>;
  cancel(reason: unknown): Promise<void>;
}

type Held =
  | { readonly kind: 'text'; readonly text: string }
  /** Not to be written while another holds them too. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'puller'; readonly puller: BytePuller }
  | { readonly kind: 'stream'; readonly stream: ReadableStream<Uint8Array> };

/** What a request or a response carries. It can be read once. */
export class BodyContent {
  #held: Held;
  #isUsed = false;
  #isShared = false;

  constructor(held: Held) {
    this.#held = held;
  }

  get isUsed(): boolean {
    return this.#isUsed || (this.#held.kind === 'stream' && isDisturbed(this.#held.stream));
  }

  /** Another reader has it. */
  get isLocked(): boolean {
    return this.#held.kind === 'stream' && this.#held.stream.locked;
  }

  get isText(): boolean {
    return this.#held.kind === 'text';
  }

  /** Whether all of it is there. */
  get isWhole(): boolean {
    return this.#held.kind === 'text' || this.#held.kind === 'bytes';
  }

  get stream(): ReadableStream<Uint8Array> {
    if (this.#held.kind !== 'stream') {
      const stream = streamOf(this.#isUsed ? { kind: 'text', text: '' } : this.#held);
      this.#held = { kind: 'stream', stream };
    }
    return this.#held.stream;
  }

  /** Uses it up. */
  async takeBytes(): Promise<Uint8Array<ArrayBuffer>> {
    const held = this.#take();
    switch (held.kind) {
      case 'text':
        return new TextEncoder().encode(held.text) as Uint8Array<ArrayBuffer>;
      case 'bytes':
        return this.#isShared ? held.bytes.slice() : held.bytes;
      case 'puller':
        return collect(held.puller);
      case 'stream':
        return collect(pullerOf(held.stream));
      default:
        return held satisfies never;
    }
  }

  /** Uses it up, as UTF-8. */
  async takeText(): Promise<string> {
    if (this.#held.kind !== 'text') return new TextDecoder().decode(await this.takeBytes());
    const { text } = this.#take() as Held & { readonly kind: 'text' };
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }

  /** Uses it up, piece by piece. */
  takePuller(): BytePuller {
    const held = this.#take();
    return held.kind === 'puller' ? held.puller : pullerOf(streamOf(held));
  }

  /** Another body has it from then on; this one is used up. */
  move(): BodyContent {
    const moved = new BodyContent(this.#take());
    moved.#isShared = this.#isShared;
    return moved;
  }

  copy(): BodyContent {
    this.#assertUnused();
    if (this.isWhole) {
      this.#isShared = true;
      const copied = new BodyContent(this.#held);
      copied.#isShared = true;
      return copied;
    }
    const [one, other] = this.stream.tee();
    this.#held = { kind: 'stream', stream: one };
    return new BodyContent({ kind: 'stream', stream: other });
  }

  #take(): Held {
    this.#assertUnused();
    this.#isUsed = true;
    return this.#held;
  }

  #assertUnused(): void {
    if (this.isUsed || this.isLocked)
      throw new TypeError(
        'Body is unusable: it was read already or is being read; clone() it before',
      );
  }
}

/** What `body` of an `init` stands for, and the type that it has unless a header says another. */
export function contentOf(body: unknown): {
  readonly content: BodyContent;
  readonly type: string | undefined;
} {
  if (body instanceof BodyContent) return { content: body, type: undefined };
  if (typeof body === 'string') return whole(body.toWellFormed(), 'text/plain;charset=UTF-8');
  if (body instanceof URLSearchParams)
    return whole(`${body}`, 'application/x-www-form-urlencoded;charset=UTF-8');
  if (body instanceof Blob) return ofBytes(bytesOfBlob(body).slice(), body.type || undefined);
  if (body instanceof FormData) {
    const { bytes, type } = writeMultipart(body);
    return ofBytes(bytes, type);
  }
  const view = viewOf(body);
  if (view !== undefined) return ofBytes(view.slice() as Uint8Array<ArrayBuffer>, undefined);
  const stream = foreignStream(body);
  if (stream === undefined) return whole(`${body}`.toWellFormed(), 'text/plain;charset=UTF-8');
  if (stream.locked || isDisturbed(stream))
    throw new TypeError('The stream for a body was read already or is being read');
  return { content: new BodyContent({ kind: 'stream', stream }), type: undefined };
}

function whole(text: string, type: string) {
  return { content: new BodyContent({ kind: 'text', text }), type };
}

function ofBytes(bytes: Uint8Array<ArrayBuffer>, type: string | undefined) {
  return { content: new BodyContent({ kind: 'bytes', bytes }), type };
}

/** A stream of any make, or what can be iterated for bytes, as Node takes it too. */
function foreignStream(body: unknown): ReadableStream<Uint8Array> | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  if ('getReader' in body && typeof body.getReader === 'function')
    return body as ReadableStream<Uint8Array>;
  if (!(Symbol.asyncIterator in body)) return undefined;
  return useChunk('streams').ReadableStream.from(body as AsyncIterable<Uint8Array>);
}

/** The implementation of streams here keeps it in a property of that name. */
function isDisturbed(stream: object): boolean {
  return (stream as { readonly _disturbed?: unknown })._disturbed === true;
}

function streamOf(held: Held): ReadableStream<Uint8Array> {
  if (held.kind === 'stream') return held.stream;
  const puller = held.kind === 'puller' ? held.puller : pullerOfWhole(held);
  return new (useChunk('streams').ReadableStream)(
    {
      type: 'bytes',
      pull: async (controller) => {
        const bytes = await puller.pull();
        if (bytes !== undefined) controller.enqueue(bytes);
        else {
          controller.close();
          controller.byobRequest?.respond(0);
        }
      },
      cancel: (reason) => puller.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function pullerOfWhole(held: Exclude<Held, { readonly kind: 'puller' | 'stream' }>): BytePuller {
  let rest: Uint8Array<ArrayBuffer> | undefined =
    held.kind === 'text'
      ? (new TextEncoder().encode(held.text) as Uint8Array<ArrayBuffer>)
      : held.bytes.slice();
  if (rest.byteLength === 0) rest = undefined;
  return {
    pull: async () => {
      const bytes = rest;
      rest = undefined;
      return bytes;
    },
    cancel: async () => {
      rest = undefined;
    },
  };
}

function pullerOf(stream: ReadableStream<Uint8Array>): BytePuller {
  const reader = stream.getReader();
  return {
    pull: async () => {
      const { done, value } = await reader.read();
      if (done) return undefined;
      const bytes = viewOf(value);
      if (!(value instanceof Uint8Array) || bytes === undefined)
        throw new TypeError('A stream for a body must give Uint8Arrays');
      return bytes as Uint8Array<ArrayBuffer>;
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

async function collect(puller: BytePuller): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for (let piece = await puller.pull(); piece !== undefined; piece = await puller.pull())
    pieces.push(piece);
  return joinBytes(pieces);
}
