import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MAX_CHARS = 24_000_000;

/**
 * isolated-vm hands over a text of 1 kB or more outside of V8's heap. Only a full collection frees
 * it, and V8, which does not see how much it is, puts that off for hundreds of megabytes (measured):
 * an extension that does nothing but answer would be taken for one that uses up memory.
 */
export class OutsideMemory {
  readonly #collect: () => void;
  #chars = 0;

  constructor(collect: () => void = takeCollector()) {
    this.#collect = collect;
  }

  add(chars: number): void {
    this.#chars += chars;
  }

  /** To be called when no call waits for its answer: a collection takes milliseconds. */
  settle(): void {
    if (this.#chars < MAX_CHARS) return;
    this.#chars = 0;
    this.#collect();
  }
}

/** The flag is back before the first guest is made: none of them has `gc`. */
function takeCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return collect;
}
