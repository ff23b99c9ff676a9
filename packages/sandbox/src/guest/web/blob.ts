import type { ReadableStream } from 'web-streams-polyfill';
import { joinBytes, viewOf } from './byte-source.ts';
import { TextDecoder, TextEncoder, useChunk } from './core.ts';

const PIECE_BYTES = 65_536;

export interface BlobOptions {
  readonly type?: unknown;
  readonly endings?: unknown;
}

let readBytes: (blob: Blob) => Uint8Array<ArrayBuffer>;
let makeBlob: (bytes: Uint8Array<ArrayBuffer>, type: string) => Blob;

/** `Blob` of the web platform, in the memory of its isolate. */
export class Blob {
  /** Never written: slices and copies share it. */
  #bytes: Uint8Array<ArrayBuffer>;
  #type: string;

  static {
    readBytes = (blob) => blob.#bytes;
    makeBlob = (bytes, type) => {
      const blob = new Blob();
      blob.#bytes = bytes;
      blob.#type = normalType(type);
      return blob;
    };
  }

  constructor(parts: Iterable<unknown> = [], options: BlobOptions = {}) {
    if (typeof parts !== 'object' || parts === null || !(Symbol.iterator in parts))
      throw new TypeError('The parts of a Blob must be an iterable object');
    const isNative = options?.endings === 'native';
    const pieces: Uint8Array[] = [];
    for (const part of parts) pieces.push(bytesOfPart(part, isNative));
    this.#bytes = joinBytes(pieces);
    this.#type = normalType(options?.type);
  }

  get size(): number {
    return this.#bytes.byteLength;
  }

  get type(): string {
    return this.#type;
  }

  async text(): Promise<string> {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#bytes);
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes.slice().buffer;
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#bytes.slice();
  }

  slice(start?: unknown, end?: unknown, type?: unknown): Blob {
    const { byteLength } = this.#bytes;
    const from = placeIn(byteLength, start, 0);
    const to = placeIn(byteLength, end, byteLength);
    return makeBlob(this.#bytes.subarray(from, Math.max(from, to)), `${type ?? ''}`);
  }

  stream(): ReadableStream<Uint8Array> {
    const bytes = this.#bytes;
    let offset = 0;
    return new (useChunk('streams').ReadableStream)({
      type: 'bytes',
      pull: (controller) => {
        if (offset < bytes.byteLength) {
          const end = Math.min(bytes.byteLength, offset + PIECE_BYTES);
          controller.enqueue(bytes.slice(offset, end));
          offset = end;
        }
        if (offset < bytes.byteLength) return;
        controller.close();
        controller.byobRequest?.respond(0);
      },
    });
  }
}

export interface FileOptions extends BlobOptions {
  readonly lastModified?: unknown;
}

/** `File` of the web platform: a `Blob` with a name. There is no disk behind it. */
export class File extends Blob {
  readonly #name: string;
  readonly #lastModified: number;

  constructor(parts: Iterable<unknown>, name: unknown, options: FileOptions = {}) {
    if (name === undefined) throw new TypeError('A File needs its parts and a name');
    super(parts, options);
    this.#name = `${name}`.toWellFormed();
    const date = options?.lastModified;
    this.#lastModified = date === undefined ? Date.now() : Math.trunc(Number(date)) || 0;
  }

  get name(): string {
    return this.#name;
  }

  get lastModified(): number {
    return this.#lastModified;
  }

  get webkitRelativePath(): string {
    return '';
  }
}

/** Its bytes as they are kept: not to be written. */
export function bytesOfBlob(blob: Blob): Uint8Array<ArrayBuffer> {
  return readBytes(blob);
}

/** They share what is never written. */
export function copyBlob(blob: Blob): Blob {
  const { type } = blob;
  if (!(blob instanceof File)) return makeBlob(readBytes(blob), type);
  return new File([blob], blob.name, { type, lastModified: blob.lastModified });
}

function bytesOfPart(part: unknown, isNative: boolean): Uint8Array {
  if (part instanceof Blob) return readBytes(part);
  const view = viewOf(part);
  if (view !== undefined) return view;
  const text = `${part}`;
  return new TextEncoder().encode(isNative ? text.replaceAll(/\r\n?/g, '\n') : text);
}

function normalType(type: unknown): string {
  const text = type === undefined ? '' : `${type}`;
  return /[^\x20-\x7e]/.test(text) ? '' : text.toLowerCase();
}

function placeIn(length: number, value: unknown, otherwise: number): number {
  if (value === undefined) return otherwise;
  const place = Math.trunc(Number(value)) || 0;
  return place < 0 ? Math.max(0, length + place) : Math.min(place, length);
}
