import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { fileIdentity } from '../database/file-identity.ts';
import { type AuditTail, readTail } from './audit-tail.ts';

/** The file that a log is written to, as one process knows it. */
export class OpenLog implements Disposable {
  readonly descriptor: number;
  readonly #path: string;
  readonly #identity: string | undefined;
  /** As this process left it. */
  #size: number;
  /** This process knows where the chain in it has come to. */
  #isRead = false;
  #isTorn = false;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#path = path;
    this.descriptor = openSync(path, 'a+', 0o600);
    chmodSync(path, 0o600);
    this.#size = fstatSync(this.descriptor).size;
    this.#identity = fileIdentity(path);
  }

  get size(): number {
    return this.#size;
  }

  /** Its last line has no end yet. */
  get isTorn(): boolean {
    return this.#isTorn;
  }

  /** Whether it still stands at its path. */
  isThere(): boolean {
    return this.#identity === fileIdentity(this.#path);
  }

  /** Whether this process has read it, and no other one wrote to it since. */
  isKnown(): boolean {
    return this.#isRead && fstatSync(this.descriptor).size === this.#size;
  }

  /** How it ends now. */
  readTail(): AuditTail {
    this.#size = fstatSync(this.descriptor).size;
    this.#isRead = true;
    const tail = readTail(this);
    this.#isTorn = tail.isCut;
    return tail;
  }

  /** A disk that is full leaves nothing of it: what is half written is taken back. */
  append(bytes: Uint8Array): void {
    const before = fstatSync(this.descriptor).size;
    try {
      if (writeSync(this.descriptor, bytes) !== bytes.length) throw new Error('The disk is full.');
      this.#size = before + bytes.length;
      this.#isTorn = false;
    } catch (error) {
      // If this fails, too, the next writer finds a line that was cut.
      ftruncateSync(this.descriptor, before);
      throw error;
    }
  }

  sync(): void {
    fsyncSync(this.descriptor);
  }

  [Symbol.dispose](): void {
    closeSync(this.descriptor);
  }
}
