import { FRAME_END } from './frame-codec.ts';

/** Cuts a stream of text into frames, with a bound on the longest one. */
export class FrameSplitter {
  readonly #maxChars: number;
  readonly #onFrame: (frame: string) => void;
  readonly #cut: typeof detach;
  #rest = '';

  /** `isPassing` if what is heard of frames is over with the chunk that they came in. */
  constructor(maxChars: number, onFrame: (frame: string) => void, isPassing = false) {
    this.#maxChars = maxChars;
    this.#onFrame = onFrame;
    this.#cut = isPassing ? cut : detach;
  }

  /** False once a frame is longer than it may be; what follows must not be read any more. */
  push(chunk: string): boolean {
    let start = 0;
    // Only the chunk is searched: searching the rest again would flatten it once per chunk.
    for (let end = chunk.indexOf(FRAME_END); end >= 0; end = chunk.indexOf(FRAME_END, start)) {
      const frame = this.#rest + this.#cut(chunk, start, end);
      if (frame.length > this.#maxChars) return false;
      this.#rest = '';
      start = end + 1;
      this.#onFrame(frame);
    }
    this.#rest += start === 0 ? chunk : chunk.slice(start);
    return this.#rest.length <= this.#maxChars;
  }
}

function cut(chunk: string, start: number, end: number): string {
  return chunk.slice(start, end);
}

/**
 * A text of its own: what V8 cuts out of a text keeps all of it in memory, so that a
 * short result, kept, would keep the whole chunk it came in.
 */
function detach(chunk: string, start: number, end: number): string {
  const text = chunk.slice(start, end);
  return text.length * 2 > chunk.length ? text : ownText(text);
}

export function ownText(text: string): string {
  return ` ${text}`.slice(1);
}
