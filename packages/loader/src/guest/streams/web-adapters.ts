import type { QueuingStrategy } from 'node:stream/web';
import Stream from 'readable-stream/lib/stream.js';

const { Readable, Writable, Duplex, finished } = Stream;
type NodeReadable = InstanceType<typeof Readable>;
type NodeWritable = InstanceType<typeof Writable>;
type NodeDuplex = InstanceType<typeof Duplex>;
type Options = { readonly [name: string]: unknown };
type Done = (error?: Error | null) => void;

/** Streams of Node from those of the web and back: the package behind `stream` has none of the four. */
export function readableFromWeb(source: ReadableStream, options: Options = {}): NodeReadable {
  const reader = source.getReader();
  let isOver = false;
  const made: NodeReadable = new Readable({
    ...options,
    read: () => {
      reader.read().then(
        ({ done, value }) => {
          isOver = done;
          if (!made.destroyed) made.push(done ? null : value);
        },
        (error) => {
          isOver = true;
          made.destroy(error);
        },
      );
    },
    destroy: (error: Error | null, callback: Done) => {
      if (isOver) callback(error);
      else settle(reader.cancel(error), () => callback(error));
    },
  });
  return made;
}

interface WebOptions {
  readonly strategy?: QueuingStrategy;
}

export function readableToWeb(source: NodeReadable, { strategy }: WebOptions = {}): ReadableStream {
  let isOver = false;
  return new ReadableStream(
    {
      start: (controller) => {
        source.pause();
        source.on('data', (chunk: unknown) => {
          if (isOver) return;
          controller.enqueue(source.readableObjectMode ? chunk : plainBytes(chunk));
          if ((controller.desiredSize ?? 0) <= 0) source.pause();
        });
        finished(source, { writable: false }, (error) => {
          if (isOver) return;
          isOver = true;
          if (error) controller.error(error);
          else controller.close();
        });
      },
      pull: () => {
        source.resume();
      },
      cancel: (reason) => {
        isOver = true;
        source.destroy(reason);
      },
    },
    strategy,
  );
}

export function writableFromWeb(target: WritableStream, options: Options = {}): NodeWritable {
  const writer = target.getWriter();
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  writer.closed.then(end, end);
  return new Writable({
    ...options,
    write: (chunk: unknown, _encoding: string, callback: Done) => {
      writer.ready.then(() => writer.write(chunk)).then(() => callback(), callback);
    },
    final: (callback: Done) => {
      writer.close().then(() => callback(), callback);
    },
    destroy: (error: Error | null, callback: Done) => {
      if (isOver || error === null) callback(error);
      else settle(writer.abort(error), () => callback(error));
    },
  });
}

export function writableToWeb(target: NodeWritable): WritableStream {
  const ended = Promise.withResolvers<void>();
  finished(target, { readable: false }, (error) => (error ? ended.reject(error) : ended.resolve()));
  // The next write or the close hears of it.
  ended.promise.catch(() => undefined);
  return new WritableStream({
    start: (controller) => {
      ended.promise.catch((error) => controller.error(error));
    },
    write: async (chunk) => {
      if (target.write(chunk)) return;
      const drained = new Promise<void>((resolve) => target.once('drain', () => resolve()));
      await Promise.race([drained, ended.promise]);
    },
    close: () => {
      target.end();
      return ended.promise;
    },
    abort: (reason) => {
      target.destroy(reason);
    },
  });
}

interface WebPair {
  readonly readable: ReadableStream;
  readonly writable: WritableStream;
}

export function duplexFromWeb({ readable, writable }: WebPair, options: Options = {}): NodeDuplex {
  return Duplex.from({
    readable: readableFromWeb(readable, options),
    writable: writableFromWeb(writable, options),
  } as never);
}

export function duplexToWeb(source: NodeDuplex): WebPair {
  return { readable: readableToWeb(source), writable: writableToWeb(source) };
}

function settle(promise: Promise<unknown>, then: () => void): void {
  promise.then(then, then);
}

/** The web knows no `Buffer`. */
function plainBytes(chunk: unknown): unknown {
  if (!(chunk instanceof Uint8Array) || chunk.constructor === Uint8Array) return chunk;
  return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
