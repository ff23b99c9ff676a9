import type { Disposer, Logger } from '@mortise/contracts';

/** Tells that something changed, not what. */
export class ChangeSignal {
  readonly #logger: Logger;
  readonly #listeners = new Set<() => void>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  subscribe(listener: () => void): Disposer {
    // A wrapper of its own, so that a disposer removes only its own subscription.
    const registered = () => listener();
    this.#listeners.add(registered);
    const dispose = () => {
      this.#listeners.delete(registered);
    };
    return Object.assign(dispose, { [Symbol.dispose]: dispose });
  }

  emit(): void {
    for (const listener of this.#listeners) {
      try {
        listener();
      } catch (error) {
        this.#logger.error({ error }, 'A listener for changes failed.');
      }
    }
  }
}
