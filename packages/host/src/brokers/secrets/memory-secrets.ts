import type { SecretSource } from '@mortise/contracts';

/** Secrets that the program holds itself. */
export class MemorySecrets implements SecretSource {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: Iterable<readonly [name: string, value: string]>) {
    this.#values = new Map(values);
  }

  async read(name: string): Promise<string | undefined> {
    return this.#values.get(name);
  }
}
