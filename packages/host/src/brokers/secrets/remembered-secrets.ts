import type { SecretSource } from '@mortise/contracts';
import { createRedactor, type Redactor } from './create-redactor.ts';

/** Passes secrets on and remembers their values, so that they can be taken out of what leaves. */
export class RememberedSecrets implements SecretSource {
  readonly #source: SecretSource;
  readonly #values = new Set<string>();
  #redactor: Redactor | undefined;

  constructor(source: SecretSource) {
    this.#source = source;
  }

  async read(name: string, signal: AbortSignal): Promise<string | undefined> {
    const value = await this.#source.read(name, signal);
    if (value !== undefined && !this.#values.has(value)) {
      this.#values.add(value);
      this.#redactor = createRedactor(this.#values);
    }
    return value;
  }

  /** `undefined` while no value was given out. */
  redactor(): Redactor | undefined {
    return this.#redactor;
  }
}
