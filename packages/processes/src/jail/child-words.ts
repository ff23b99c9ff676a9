import { closeSync, readSync, writeSync } from 'node:fs';
import type { Kernel } from './kernel.ts';
import { hasReader } from './poll.ts';

const O_CLOEXEC = 0o2000000;
const ROOM = 4_096;

/** What a forked process says to the launcher that forked it. */
export type ChildWord =
  /** The plan cannot be followed on this machine. */
  | { readonly fault: string }
  /** The first process of a namespace, by its number outside. */
  | { readonly first: number }
  /** The descriptor where the launcher can answer for the filter was sent (`DescriptorMail`). */
  | { readonly listener: true }
  /** The plan holds: no other one is to be tried. */
  | { readonly settled: true }
  /** No plan would help: why was said to the host. */
  | { readonly over: true }
  /** How the program ended, as the kernel writes it. */
  | { readonly end: number };

/** A pipe from a forked process to the launcher, and one for the word that it may go on. */
export class ChildWords {
  readonly #kernel: Kernel;
  readonly reader: number;
  readonly #writer: number;
  readonly #gate: readonly [reader: number, writer: number];
  #text = '';

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    [this.reader, this.#writer] = makePipe(kernel);
    this.#gate = makePipe(kernel);
  }

  /** In the launcher, once there is a child. */
  listen(): void {
    closeSync(this.#writer);
    closeSync(this.#gate[0]);
  }

  /** In the child. */
  speak(): void {
    closeSync(this.reader);
    closeSync(this.#gate[1]);
  }

  /** In the launcher, when it will hear no more of it. */
  close(): void {
    closeSync(this.reader);
    closeSync(this.#gate[1]);
  }

  /** In the launcher: the child may become the program. */
  letGo(): void {
    try {
      writeSync(this.#gate[1], '.');
    } catch {
      // It has ended: how is seen where it is waited for.
    }
  }

  /** In the child: waits for that. False if there is no launcher any more. */
  waitToGo(): boolean {
    return readSync(this.#gate[0], Buffer.alloc(1)) === 1;
  }

  /** In the child: whether the launcher is there. */
  get isHeard(): boolean {
    return hasReader(this.#kernel, this.#writer);
  }

  say(word: ChildWord): void {
    writeSync(this.#writer, `${JSON.stringify(word)}\n`);
  }

  /** Waits for one; undefined if there will be no more. */
  next(): ChildWord | undefined {
    const room = Buffer.alloc(ROOM);
    for (let end = this.#text.indexOf('\n'); end < 0; end = this.#text.indexOf('\n')) {
      const length = readSync(this.reader, room);
      if (length === 0 || this.#text.length > ROOM) return undefined;
      this.#text += room.toString('utf8', 0, length);
    }
    const end = this.#text.indexOf('\n');
    const line = this.#text.slice(0, end);
    this.#text = this.#text.slice(end + 1);
    return read(line);
  }
}

function makePipe(kernel: Kernel): readonly [reader: number, writer: number] {
  const ends = new Int32Array(2);
  const answer = kernel.call('pipe2', new Uint8Array(ends.buffer), O_CLOEXEC);
  if (answer < 0) throw new Error(`there is no pipe to be had (${answer})`);
  const [reader = -1, writer = -1] = ends;
  return [reader, writer];
}

/** A program may have found the pipe: what it says ends the talk at worst. */
function read(line: string): ChildWord | undefined {
  try {
    const word: unknown = JSON.parse(line);
    return typeof word === 'object' && word !== null ? (word as ChildWord) : undefined;
  } catch {
    return undefined;
  }
}
