import type { ReadableStream, WritableStream } from 'web-streams-polyfill';
import { viewOf } from './byte-source.ts';
import { useChunk } from './core.ts';

type Pieces = readonly Uint8Array<ArrayBuffer>[];

/** Makes other bytes of bytes. What it throws ends both sides of its stream. */
export interface ByteMachine {
  /** Most bytes that it is given at once. */
  readonly sliceBytes: number;
  push(bytes: Uint8Array): Pieces;
  finish(): Pieces;
}

/** What was written and is not worked off. */
interface Job {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
  readonly settle: (error?: unknown) => void;
  offset: number;
}

/**
 * A machine between two streams. It works only when its reader asks for more, a slice at a time, so that a
 * little that unpacks to very much never lies here as a whole.
 */
export function openBytePair(machine: ByteMachine): {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<unknown>;
} {
  const line = new Line(machine);
  const { ReadableStream, WritableStream } = useChunk('streams');
  let failReader: (reason: unknown) => void = () => undefined;
  const readable = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        failReader = (reason) => controller.error(reason);
      },
      pull: async (controller) => {
        const piece = await line.next();
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
      cancel: (reason) => line.fail(reason),
    },
    { highWaterMark: 0 },
  );
  const writable = new WritableStream<unknown>({
    write: (chunk) => line.write(chunk),
    close: () => line.end(),
    abort: (reason) => {
      line.fail(reason);
      failReader(reason);
    },
  });
  return { readable, writable };
}

class Line {
  readonly #machine: ByteMachine;
  readonly #made: Uint8Array<ArrayBuffer>[] = [];
  #job: Job | undefined;
  #isOver = false;
  #error: { readonly reason: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(machine: ByteMachine) {
    this.#machine = machine;
  }

  write(chunk: unknown): Promise<void> {
    const bytes = viewOf(chunk);
    if (bytes === undefined) {
      const error = new TypeError('Only buffers and views of them can be written here');
      this.fail(error);
      return Promise.reject(error);
    }
    return this.#add(bytes.slice(), false);
  }

  end(): Promise<void> {
    return this.#add(new Uint8Array(), true);
  }

  fail(reason: unknown): void {
    this.#error ??= { reason };
    this.#job?.settle(reason);
    this.#job = undefined;
    this.#wake?.();
  }

  /** The next piece; undefined at the end. */
  async next(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    for (;;) {
      if (this.#error !== undefined) throw this.#error.reason;
      const piece = this.#made.shift();
      if (piece !== undefined) return piece;
      if (this.#isOver) return undefined;
      if (this.#job === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
      else this.#work(this.#job);
    }
  }

  #add(bytes: Uint8Array, isLast: boolean): Promise<void> {
    if (this.#error !== undefined) return Promise.reject(this.#error.reason);
    return new Promise((resolve, reject) => {
      const settle = (error?: unknown) => (error === undefined ? resolve() : reject(error));
      this.#job = { bytes, isLast, settle, offset: 0 };
      this.#wake?.();
    });
  }

  #work(job: Job): void {
    const { bytes, isLast, settle } = job;
    try {
      const end = Math.min(bytes.byteLength, job.offset + this.#machine.sliceBytes);
      const isWorkedOff = end === bytes.byteLength;
      if (end > job.offset) this.#made.push(...this.#machine.push(bytes.subarray(job.offset, end)));
      job.offset = end;
      if (!isWorkedOff) return;
      if (isLast) this.#made.push(...this.#machine.finish());
      this.#isOver = isLast;
      this.#job = undefined;
      settle();
    } catch (error) {
      this.fail(error);
    }
  }
}
