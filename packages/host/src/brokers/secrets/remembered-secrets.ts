import type { CapabilityBrokers, SecretSource } from '@mortise/contracts';
import { createRedactor, type Redactor } from './create-redactor.ts';
import { hasPlaceholder } from './secret-placeholders.ts';

/** The values of secrets that were given out, so that they can be taken out of what leaves. */
export class RememberedSecrets {
  readonly #values = new Set<string>();
  #redactor: Redactor | undefined;

  /** The same source; what it gives is remembered. */
  ofSource(source: SecretSource): SecretSource {
    const noted = (value: string | undefined) => {
      if (value !== undefined) this.remember(value);
      return value;
    };
    return {
      read: async (name, signal) => noted(await source.read(name, signal)),
      ...(source.readForUser === undefined
        ? {}
        : {
            readForUser: async (owner, signal) => noted(await source.readForUser?.(owner, signal)),
          }),
    };
  }

  /** The same brokers; what their secrets broker tells a guest is remembered. */
  ofBrokers(brokers: CapabilityBrokers): CapabilityBrokers {
    const { secrets } = brokers;
    if (secrets === undefined) return brokers;
    const watched =
      <Arguments extends unknown[]>(give: (...args: Arguments) => string | Promise<string>) =>
      async (...args: Arguments): Promise<string> => {
        const text = await give(...args);
        // A placeholder of ours stands for a value and is none; each is made anew.
        if (!hasPlaceholder(text)) this.remember(text);
        return text;
      };
    return {
      ...brokers,
      secrets: {
        ...(secrets.get && { get: watched(secrets.get.bind(secrets)) }),
        ...(secrets.reveal && { reveal: watched(secrets.reveal.bind(secrets)) }),
      },
    };
  }

  /** `undefined` while no value was given out. */
  redactor(): Redactor | undefined {
    return this.#redactor;
  }

  /** Takes it out of what leaves from now on. */
  remember(value: string): void {
    if (this.#values.has(value)) return;
    this.#values.add(value);
    this.#redactor = createRedactor(this.#values);
  }
}
