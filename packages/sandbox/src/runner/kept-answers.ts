import { readGuestResult, writeResult } from '../wire/call-frames.ts';
import { FRAME_END } from '../wire/frame-codec.ts';
import { readGuestFrame } from '../wire/guest-to-runner.ts';
import { entryStamp, KEPT_HEAD, KEPT_HEAD_BYTES } from '../wire/kept-answers.ts';
import { toHost } from '../wire/runner-to-host.ts';

/** The answers that a guest has given in the current entry; see `wire/kept-answers`. */
export class KeptAnswers {
  readonly #head: Int32Array;
  readonly #bytes: Buffer;

  constructor(memory: SharedArrayBuffer) {
    this.#head = new Int32Array(memory, 0, 2);
    this.#bytes = Buffer.from(memory, KEPT_HEAD_BYTES);
  }

  /** An entry begins. The stamp comes last: a reader that sees it sees no answer of the entry before. */
  begin(entry: number): void {
    this.#head[KEPT_HEAD.bytes] = 0;
    Atomics.store(this.#head, KEPT_HEAD.entry, entryStamp(entry));
  }

  /** Takes the frames of the entry that has ended. */
  take(): string {
    const end = this.#head[KEPT_HEAD.bytes] ?? 0;
    if (end === 0) return '';
    this.#head[KEPT_HEAD.bytes] = 0;
    return this.#bytes.toString('utf8', 0, end);
  }

  /** Frames of an entry that lasts, from this byte on; undefined if it has ended meanwhile. */
  look(entry: number, from: number): { readonly text: string; readonly end: number } | undefined {
    const stamp = entryStamp(entry);
    const end = Atomics.load(this.#head, KEPT_HEAD.bytes);
    const text = this.#bytes.toString('utf8', from, end);
    const isSame = Atomics.load(this.#head, KEPT_HEAD.entry) === stamp;
    return isSame && end >= from ? { text, end } : undefined;
  }
}

/** What a runner would have told the host of these answers. What they have cost is not known. */
export function passOn(guestFrames: string): string {
  let frames = '';
  for (const text of guestFrames.split(FRAME_END)) frames += hostFrameOf(text);
  return frames;
}

function hostFrameOf(text: string): string {
  const cost = { cpuMicros: 0, heapBytes: 0 };
  const result = readGuestResult(text);
  if (result !== undefined) return writeResult({ ...result, ...cost });
  const frame = readGuestFrame(text);
  if (frame?.kind !== 'faulted') return '';
  const { seq, fault, message } = frame;
  return toHost.ended({ seq, ...cost, fault, message });
}
