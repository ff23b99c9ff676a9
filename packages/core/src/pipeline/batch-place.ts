import type { CallPlace } from '@mortise/contracts';

/**
 * The place that a batch has where it came in: left while all of its calls that have not ended wait for
 * a person, so that others can run meanwhile.
 */
export class BatchPlace {
  readonly #place: CallPlace;
  #running = 1;
  #waiting = 0;
  #isIn = true;
  #entering: Promise<boolean> | undefined;

  constructor(place: CallPlace) {
    this.#place = place;
  }

  /** So many calls of the batch go on. */
  expect(running: number): void {
    this.#running = running;
  }

  /** One of them waits for a person. */
  wait(): void {
    this.#waiting += 1;
    this.#leaveIfAllWait();
  }

  /** It goes on; false if there is no place for it any more. */
  async goOn(): Promise<boolean> {
    this.#waiting -= 1;
    if (this.#isIn) return true;
    this.#entering ??= this.#enter();
    return this.#entering;
  }

  /** It will not go on. */
  giveUp(): void {
    this.#waiting -= 1;
  }

  /** One of them ended. */
  end(): void {
    this.#running -= 1;
    this.#leaveIfAllWait();
  }

  async #enter(): Promise<boolean> {
    const isIn = await this.#place.enter();
    this.#isIn = isIn;
    this.#entering = undefined;
    return isIn;
  }

  #leaveIfAllWait(): void {
    if (!this.#isIn || this.#waiting === 0 || this.#waiting < this.#running) return;
    this.#isIn = false;
    this.#place.leave();
  }
}
