const WINDOW_MS = 1_000;
/** In one window. */
const MAX_FRAMES = 1_000;

/** Counts frames of a runner that fit nothing. */
export class StrayFrames {
  #count = 0;
  #since = 0;

  /** False if there are too many. */
  count(now: number): boolean {
    if (now - this.#since > WINDOW_MS) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= MAX_FRAMES;
  }
}
