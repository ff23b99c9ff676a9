import { Deflate, Inflate } from 'pako';
import type { ReadableStream, WritableStream } from 'web-streams-polyfill';
import { type ByteMachine, openBytePair } from './byte-machine.ts';
import { nameClasses } from './core.ts';

const FORMATS = new Set(['deflate', 'deflate-raw', 'gzip']);
const OUT_BYTES = 16_384;
/** Of the library: all that can be known so far is handed out. */
const SYNC_FLUSH = 2;
const FINISH = true;

/** The library has the same interface for both directions, and keeps how much it took to itself. */
interface Engine {
  readonly err: number;
  readonly msg: string;
  readonly ended: boolean;
  readonly strm: { readonly avail_in: number };
  onData: (chunk: Uint8Array<ArrayBuffer>) => void;
  onEnd: () => void;
  push(bytes: Uint8Array, flush: number | boolean): boolean;
}

/** A stream that changes bytes, as `pipeThrough` takes it. */
abstract class ByteTransform {
  readonly #pair: ReturnType<typeof openBytePair>;

  constructor(machine: ByteMachine) {
    this.#pair = openBytePair(machine);
  }

  get readable(): ReadableStream<Uint8Array> {
    return this.#pair.readable;
  }

  get writable(): WritableStream<unknown> {
    return this.#pair.writable;
  }
}

export class CompressionStream extends ByteTransform {
  constructor(format: unknown) {
    super(compressor(new Deflate(optionsFor(format)) as unknown as Engine));
  }
}

export class DecompressionStream extends ByteTransform {
  constructor(format: unknown) {
    super(decompressor(new Inflate(optionsFor(format)) as unknown as Engine));
  }
}

nameClasses({ CompressionStream, DecompressionStream });

function optionsFor(format: unknown) {
  const name = `${format}`;
  if (!FORMATS.has(name)) throw new TypeError(`Unsupported compression format: '${name}'`);
  // Said in so many words, the library does not guess the format by its first bytes.
  const windowBits = name === 'gzip' ? 31 : name === 'deflate' ? 15 : -15;
  return { chunkSize: OUT_BYTES, windowBits };
}

function compressor(engine: Engine): ByteMachine {
  const take = collectOutput(engine);
  return {
    sliceBytes: 65_536,
    push: (bytes) => {
      engine.push(bytes, 0);
      return take();
    },
    finish: () => {
      engine.push(new Uint8Array(), FINISH);
      return take();
    },
  };
}

function decompressor(engine: Engine): ByteMachine {
  const take = collectOutput(engine);
  return {
    // A kilobyte that was packed well is a megabyte.
    sliceBytes: 1_024,
    push: (bytes) => {
      if (engine.ended) throw new TypeError('Junk found after the end of the compressed data.');
      if (!engine.push(bytes, SYNC_FLUSH) && engine.err !== 0)
        throw new TypeError(`The compressed data was not valid: ${engine.msg || engine.err}.`);
      if (engine.ended && engine.strm.avail_in > 0)
        throw new TypeError('Junk found after the end of the compressed data.');
      return take();
    },
    finish: () => {
      if (!engine.ended) throw new TypeError('The compressed data ended too early.');
      return take();
    },
  };
}

function collectOutput(engine: Engine): () => readonly Uint8Array<ArrayBuffer>[] {
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  // What is smaller than its memory is copied: a few bytes would hold on to all of it.
  engine.onData = (piece) =>
    void pieces.push(piece.byteLength === piece.buffer.byteLength ? piece : piece.slice());
  engine.onEnd = () => undefined;
  return () => {
    const taken = pieces;
    pieces = [];
    return taken;
  };
}
