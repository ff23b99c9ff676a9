import { fsync } from 'node:fs';
import type { AuditEntry, AuditSink, FsyncPolicy } from '@mortise/contracts';
import { KeptKernelLock } from '../files/kernel-lock.ts';
import { AuditWriter } from './audit-writer.ts';
import { chainEntry } from './chain-entries.ts';
import type { CallEntry } from './entry-parts.ts';
import { charsOfEntry, WaitingEntries, type WaitingEntry } from './waiting-entries.ts';
import { type LogLock, withAuditLock } from './with-audit-lock.ts';

export interface AuditFileOptions {
  /** At this size the log goes on in a new file; asked each time it is looked at. */
  readonly maxBytes?: () => number;
  /** When entries must have reached the disk; asked with every write. */
  readonly fsync?: () => FsyncPolicy;
  /** Wall clock in ms. */
  readonly now?: () => number;
}

/** Entries wait at most so long, so many and so much for others to be written with. */
const WAIT_MS = 100;
const BATCH_ENTRIES = 512;
const BATCH_CHARS = 1_024 * 1_024;
/** What is kept in memory while the file cannot be written; what comes then is counted, not kept. */
const MOST_CHARS = 16 * 1_024 * 1_024;
/** How long a write waits for other processes: one in passing, and one that someone waits for. */
const PASSING_MS = 0;
const WAITED_FOR_MS = 5_000;
const SYNC_EVERY_MS = 1_000;

/**
 * The audit log of a host in a file: a hash chain that several processes may write to. Entries are written
 * together, a moment later and off the path of calls; `flush` writes them at once. While the file cannot
 * be written they wait in memory, `trouble` says why, and each look and each entry tries again.
 */
export class AuditFile implements AuditSink, Disposable {
  readonly #writer: AuditWriter;
  readonly #kept: KeptKernelLock;
  readonly #lock: LogLock;
  readonly #fsync: () => FsyncPolicy;
  readonly #now: () => number;
  readonly #waiting = new WaitingEntries();
  #dropped = 0;
  #hasWritten = false;
  #trouble: string | undefined;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #syncTimer: NodeJS.Timeout | undefined;
  // A program may end without closing its host.
  readonly #atExit = () => void this.#attempt(() => this.#writeQueue(WAITED_FOR_MS));

  constructor(path: string, options: AuditFileOptions = {}) {
    const { maxBytes = () => Number.POSITIVE_INFINITY, now = Date.now } = options;
    this.#fsync = options.fsync ?? (() => 'interval');
    this.#now = now;
    this.#writer = new AuditWriter(path, {
      maxBytes,
      now,
      syncs: () => this.#fsync() === 'always',
    });
    const { lock } = this.#writer.paths;
    this.#kept = new KeptKernelLock(lock);
    this.#lock = { lock, tryTake: () => this.#kept.tryTake() };
    this.#attempt(() => this.#writer.probe());
    process.on('exit', this.#atExit);
  }

  /** Why the last entries could not be written, or the file not opened. */
  get trouble(): string | undefined {
    // It may be well again, and without calls no entry would show it.
    if (this.#trouble !== undefined && !this.#isClosed) {
      this.#attempt(() => {
        this.#writer.probe();
        this.#writeQueue(PASSING_MS);
      });
    }
    return this.#trouble;
  }

  get path(): string {
    return this.#writer.paths.log;
  }

  /** Entries that wait to be written, and those that were given up because there was no room for more. */
  get waiting(): { readonly entries: number; readonly dropped: number } {
    return { entries: this.#waiting.count, dropped: this.#dropped };
  }

  /** Throws if there is no room for it, or, where every entry has to reach the disk, if it does not. */
  record(entry: AuditEntry): void {
    this.recordText({ own: JSON.stringify(entry).slice(1, -1), shared: '' });
  }

  /** The same for an entry as it is written. */
  recordText(entry: CallEntry): void {
    if (this.#isClosed) throw new Error('The audit log is closed.');
    const chars = charsOfEntry(entry);
    if (this.#waiting.chars + chars > MOST_CHARS) this.#makeRoom(chars);
    this.#waiting.add(entry);
    if (this.#fsync() === 'always') this.flush();
    else if (this.#isBatchFull() && this.#trouble === undefined) this.#flushInPassing();
    else this.#timer ??= setTimeout(() => this.#flushInPassing(), WAIT_MS);
  }

  /** Writes what waits; throws if it cannot be written, and it waits on. */
  flush(): void {
    const error = this.#attempt(() => this.#writeQueue(WAITED_FOR_MS));
    if (error !== undefined) throw error;
  }

  /** Runs a task on the log while no other process writes, with everything written that waits. */
  withWriter<Answer>(task: (writer: AuditWriter) => Answer): Answer {
    this.flush();
    const answers: Answer[] = [];
    withAuditLock(this.#lock, WAITED_FOR_MS, () => answers.push(task(this.#writer)));
    this.#hasWritten = true;
    // A lock that cannot be had in this time throws.
    return answers[0] as Answer;
  }

  [Symbol.dispose](): void {
    if (this.#isClosed) return;
    this.#attempt(() => {
      this.#writeQueue(WAITED_FOR_MS);
      if (this.#hasWritten) {
        withAuditLock(this.#lock, WAITED_FOR_MS, () => this.#writer.seal());
      }
    });
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#syncTimer);
    process.off('exit', this.#atExit);
    this.#writer[Symbol.dispose]();
    this.#kept[Symbol.dispose]();
  }

  #isBatchFull(): boolean {
    return this.#waiting.count >= BATCH_ENTRIES || this.#waiting.chars >= BATCH_CHARS;
  }

  #makeRoom(chars: number): void {
    this.#attempt(() => this.#writeQueue(WAITED_FOR_MS));
    if (this.#waiting.chars + chars <= MOST_CHARS) return;
    this.#dropped += 1;
    throw new Error(`The audit log cannot be written: ${this.#trouble ?? 'it is too slow'}`);
  }

  #flushInPassing(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#attempt(() => this.#writeQueue(PASSING_MS));
    // Another process writes, or the file is out of reach: asked again until it is written.
    if (this.#waiting.count > 0 && !this.#isClosed) {
      this.#timer = setTimeout(
        () => this.#flushInPassing(),
        this.#trouble === undefined ? WAIT_MS : SYNC_EVERY_MS,
      );
      if (this.#trouble !== undefined) this.#timer.unref();
    }
  }

  #writeQueue(waitMs: number): void {
    if (this.#waiting.count === 0 && this.#dropped === 0) return;
    const isWritten = withAuditLock(this.#lock, waitMs, () => {
      this.#append();
      return true;
    });
    if (isWritten === true) this.#syncLater();
  }

  #append(): void {
    this.#writer.append(this.#unwritten(), () => this.#emptyQueue());
  }

  *#unwritten(): Generator<string | WaitingEntry> {
    yield* this.#waiting;
    if (this.#dropped > 0) yield this.#droppedEntry(this.#dropped);
  }

  /** What is in the file is never written again, whatever becomes of its way to the disk. */
  #emptyQueue(): void {
    this.#hasWritten = true;
    this.#waiting.clear();
    this.#dropped = 0;
  }

  #droppedEntry(count: number): string {
    return chainEntry('audit.dropped', { at: this.#now(), detail: { count } });
  }

  #syncLater(): void {
    if (this.#fsync() !== 'interval' || this.#syncTimer !== undefined) return;
    this.#syncTimer = setTimeout(() => {
      this.#syncTimer = undefined;
      const { descriptor } = this.#writer;
      if (descriptor !== undefined) fsync(descriptor, () => undefined);
    }, SYNC_EVERY_MS).unref();
  }

  #attempt(work: () => unknown): Error | undefined {
    try {
      work();
      this.#trouble = undefined;
      return undefined;
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      this.#trouble = error.message;
      return error;
    }
  }
}
