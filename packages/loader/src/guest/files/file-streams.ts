import { Buffer } from '../builtins/buffer.ts';
import { Readable, Writable } from '../builtins/stream.ts';
import { filePath } from './file-path.ts';
import { encodingOf } from './operations.ts';
import { runLater } from './steps.ts';
import * as volume from './volume.ts';

interface StreamSettings {
  readonly encoding?: string;
  readonly start?: number;
  readonly end?: number;
  readonly flags?: string;
  readonly highWaterMark?: number;
  readonly [key: string]: unknown;
}

/** A file that is read when it is asked for, and given out in pieces. */
export class ReadStream extends Readable {
  readonly path: string;
  readonly bytesRead: number = 0;
  readonly #settings: StreamSettings;
  #rest: Uint8Array | undefined;

  constructor(path: unknown, given?: StreamSettings | string) {
    const settings = typeof given === 'string' ? { encoding: given } : (given ?? {});
    super({ highWaterMark: settings.highWaterMark ?? 65_536 });
    this.path = filePath(path);
    this.#settings = settings;
    const encoding = encodingOf(settings);
    if (encoding !== undefined) this.setEncoding(encoding as 'utf8');
  }

  override _read(size: number): void {
    if (this.#rest === undefined) void this.#load(size);
    else this.#give(size);
  }

  close(callback?: () => void): void {
    this.destroy();
    if (callback !== undefined) this.once('close', callback);
  }

  async #load(size: number): Promise<void> {
    try {
      const bytes = await runLater(volume.readBytes(this.path));
      const { start = 0, end = Number.POSITIVE_INFINITY } = this.#settings;
      this.#rest = bytes.subarray(start, Math.min(end + 1, bytes.length));
      this.emit('open', FD);
      this.emit('ready');
      this.#give(size);
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  #give(size: number): void {
    const rest = this.#rest ?? new Uint8Array();
    const piece = rest.subarray(0, Math.max(1, size));
    this.#rest = rest.subarray(piece.length);
    Object.assign(this, { bytesRead: this.bytesRead + piece.length });
    this.push(piece.length === 0 ? null : Buffer.from(piece));
  }
}

/** Every piece goes to the host as it comes; the first one begins the file anew unless it is appended to. */
export class WriteStream extends Writable {
  readonly path: string;
  readonly bytesWritten: number = 0;
  #isAppended: boolean;
  #isExclusive: boolean;

  constructor(path: unknown, given?: StreamSettings | string) {
    const settings = typeof given === 'string' ? { encoding: given } : (given ?? {});
    super();
    this.path = filePath(path);
    const flags = settings.flags ?? 'w';
    this.#isAppended = flags.startsWith('a');
    this.#isExclusive = flags.includes('x');
    queueMicrotask(() => {
      this.emit('open', FD);
      this.emit('ready');
    });
  }

  override _write(chunk: Uint8Array, _encoding: string, callback: (error?: Error) => void): void {
    this.#put(chunk).then(() => callback(), callback);
  }

  override _final(callback: (error?: Error) => void): void {
    const isNew = this.bytesWritten === 0 && !this.#isAppended;
    if (isNew) this.#put(new Uint8Array()).then(() => callback(), callback);
    else callback();
  }

  close(callback?: () => void): void {
    if (callback !== undefined) this.once('close', callback);
    this.end();
  }

  async #put(bytes: Uint8Array): Promise<void> {
    const parts = { isAppended: this.#isAppended, isExclusive: this.#isExclusive };
    await runLater(volume.writeBytes({ path: this.path, bytes, ...parts }));
    this.#isAppended = true;
    this.#isExclusive = false;
    Object.assign(this, { bytesWritten: this.bytesWritten + bytes.length });
  }
}

/** What code is told that a stream has opened; it can do nothing with it. */
const FD = 0;
