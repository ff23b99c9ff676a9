import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** One end of a pipe to a child. */
export type ChildStream = Duplex & { ref?(): void; unref?(): void };

const BUFFER_BYTES = 1 << 18;
const MAX_BYTES_PER_CHAR = 3;

/** What a child says on its wire. */
export interface WireListener {
  onText(text: string): void;
  /** It has ended, or broke. */
  onEnd(): void;
}

/** What Node keeps behind a stream. It is no part of its documentation: without it a wire is a stream like any other. */
interface StreamHandle {
  readonly fd?: number;
  useUserBuffer?(buffer: Uint8Array): void;
}

type HandledStream = ChildStream & { _handle?: StreamHandle | null };

/** One each for all wires: what is in them is written, read or copied before another wire has its turn. */
let outgoing: Buffer | undefined;
let incoming: Buffer | undefined;

/**
 * A pipe to a child for short texts both ways, without what streams do for each: they take 64 kB of new
 * memory for every read, and several objects for every write (measured: a tenth of a quick call).
 */
export class ChildWire {
  readonly stream: ChildStream;
  readonly #decoder = new StringDecoder('utf8');

  constructor(stream: ChildStream, { onText, onEnd }: WireListener) {
    this.stream = adopt(stream, (bytes) => onText(this.#decoder.write(bytes)));
    this.stream.on('error', onEnd);
    this.stream.on('end', onEnd);
  }

  /** Bytes that the kernel has not taken yet. */
  get waitingBytes(): number {
    return this.stream.writableLength;
  }

  write(text: string): void {
    const descriptor = (this.stream as HandledStream)._handle?.fd ?? -1;
    const isLong = text.length * MAX_BYTES_PER_CHAR > BUFFER_BYTES;
    if (isLong || descriptor < 0 || this.stream.writableLength > 0) {
      this.stream.write(text);
      return;
    }
    outgoing ??= Buffer.allocUnsafeSlow(BUFFER_BYTES);
    const count = outgoing.write(text);
    const written = tryWrite(descriptor, outgoing, count);
    if (written < count) this.stream.write(Buffer.from(outgoing.subarray(written, count)));
  }
}

/** A full pipe takes nothing, and neither does a broken one: the stream waits for the one, and tells of the other. */
function tryWrite(descriptor: number, bytes: Buffer, count: number): number {
  try {
    return writeSync(descriptor, bytes, 0, count);
  } catch {
    return 0;
  }
}

/**
 * Reads a stream into one piece of memory: a second socket takes over what is behind the first, which ends
 * with it. Answers the stream that counts from then on.
 */
function adopt(stream: HandledStream, take: (bytes: Buffer) => void): ChildStream {
  const handle = stream._handle;
  const isSocket: boolean = stream instanceof Socket;
  if (!isSocket || typeof handle?.useUserBuffer !== 'function') return stream.on('data', take);
  const callback = (count: number, bytes: Uint8Array): boolean => {
    take(Buffer.from(bytes.buffer, bytes.byteOffset, count));
    return true;
  };
  incoming ??= Buffer.allocUnsafeSlow(BUFFER_BYTES);
  const options = { handle, onread: { buffer: incoming, callback } };
  const adopted = new Socket(options as ConstructorParameters<typeof Socket>[0]);
  stream._handle = null;
  // Its process has ended when all of its streams have.
  adopted.once('close', () => stream.destroy());
  return adopted;
}
