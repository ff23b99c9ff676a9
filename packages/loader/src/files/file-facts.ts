import type { FileObservation } from './file-observation.ts';
import { lookAgain } from './package-view.ts';

/**
 * Holds what was seen on the disk against what is there now. Each question is asked once: packages
 * of one load share most of what they import. What changes while they load is seen by the next load.
 */
export class FileFacts {
  readonly #seen = new Map<string, string>();
  readonly #sets = new Map<string, boolean>();

  /** Whether all that was seen then is seen now. */
  stillHold(observations: readonly FileObservation[]): boolean {
    return observations.every(([kind, path, seen]) => {
      const question = `${kind} ${path}`;
      const now = this.#seen.get(question) ?? lookAgain(kind, path);
      this.#seen.set(question, now);
      return now === seen;
    });
  }

  /** The same for a set that many packages share; it is read once. */
  async setStillHolds(
    name: string,
    read: () => Promise<readonly FileObservation[] | undefined>,
  ): Promise<boolean> {
    const known = this.#sets.get(name);
    if (known !== undefined) return known;
    const observations = await read();
    const holds = observations !== undefined && this.stillHold(observations);
    this.#sets.set(name, holds);
    return holds;
  }
}
