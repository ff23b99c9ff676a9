import { closeSync, openSync, readSync } from 'node:fs';
import type { Kernel } from './kernel.ts';

const RECEIVE = 0xc050_2100;
const SEND = 0xc018_2101;
const IS_VALID = 0x4008_2102;
const NOTICE_BYTES = 80;
const ANSWER_BYTES = 24;
const ARGUMENTS_AT = 32;
/** As long as a path can be, its end included. */
const MOST_TEXT = 4_096;
const PAGE = 4_096;
const EFAULT = 14;
const ENAMETOOLONG = 36;

/** An error number to be answered. */
export class AnswerError extends Error {
  readonly errno: number;

  constructor(errno: number) {
    super(`error ${errno}`);
    this.errno = errno;
  }
}

/** One system call of a program that waits for an answer. What it says is hostile. */
export class WaitingSystemCall {
  /** The thread that asks, by the number that the launcher sees. */
  readonly thread: number;
  readonly number: number;
  readonly #kernel: Kernel;
  readonly #listener: number;
  readonly #notice: Buffer;

  private constructor(kernel: Kernel, listener: number, notice: Buffer) {
    this.#kernel = kernel;
    this.#listener = listener;
    this.#notice = notice;
    this.thread = notice.readUInt32LE(8);
    this.number = notice.readInt32LE(16);
  }

  /** The next one; undefined if it is gone already. */
  static receive(kernel: Kernel, listener: number): WaitingSystemCall | undefined {
    const notice = Buffer.alloc(NOTICE_BYTES);
    const answer = kernel.call('ioctl', listener, RECEIVE, notice);
    return answer < 0 ? undefined : new WaitingSystemCall(kernel, listener, notice);
  }

  /** An argument as it is. */
  word(at: number): bigint {
    return this.#notice.readBigUInt64LE(ARGUMENTS_AT + at * 8);
  }

  /** An argument as an `int`. */
  int(at: number): number {
    return this.#notice.readInt32LE(ARGUMENTS_AT + at * 8);
  }

  /** Whether the thread still waits: what was found by its number was its own, then. */
  get isWaiting(): boolean {
    return this.#kernel.call('ioctl', this.#listener, IS_VALID, this.#notice.subarray(0, 8)) === 0;
  }

  /** Bytes of its memory. It may change them at any time, so they are read once. */
  bytes(address: bigint, length: number): Buffer {
    const room = Buffer.alloc(length);
    if (this.#read(address, room) < length) throw new AnswerError(EFAULT);
    return room;
  }

  /** A text of its memory, its end included. */
  text(address: bigint): Buffer {
    const room = Buffer.alloc(MOST_TEXT);
    let length = 0;
    while (length < MOST_TEXT) {
      // Page by page: the next one may not be there.
      const left = PAGE - Number((address + BigInt(length)) % BigInt(PAGE));
      const part = room.subarray(length, Math.min(length + left, MOST_TEXT));
      const read = this.#read(address + BigInt(length), part);
      const end = part.subarray(0, read).indexOf(0);
      if (end >= 0) return room.subarray(0, length + end + 1);
      if (read < part.length) throw new AnswerError(EFAULT);
      length += read;
    }
    throw new AnswerError(ENAMETOOLONG);
  }

  /** 0, or an error number below 0. */
  answer(result: number): void {
    const answer = Buffer.alloc(ANSWER_BYTES);
    this.#notice.copy(answer, 0, 0, 8);
    answer.writeInt32LE(result, 16);
    this.#kernel.call('ioctl', this.#listener, SEND, answer);
  }

  #read(address: bigint, room: Buffer): number {
    let memory: number | undefined;
    try {
      memory = openSync(`/proc/${this.thread}/mem`, 'r');
      return readSync(memory, room, 0, room.length, address);
    } catch {
      return 0;
    } finally {
      if (memory !== undefined) closeSync(memory);
    }
  }
}
