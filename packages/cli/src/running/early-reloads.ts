type Reload = () => Promise<void>;

/**
 * Wishes to have the configuration read again, from now on: one that comes while the host opens waits until it
 * serves. A SIGHUP that nothing listens to ends the process.
 */
export class EarlyReloads implements Disposable {
  readonly #begun = Promise.withResolvers<Reload>();
  readonly #stop: () => void;

  constructor(onReload: (reload: Reload) => () => void) {
    this.#stop = onReload(async () => (await this.#begun.promise)());
  }

  begin(reload: Reload): void {
    this.#begun.resolve(reload);
  }

  [Symbol.dispose](): void {
    this.#stop();
  }
}
