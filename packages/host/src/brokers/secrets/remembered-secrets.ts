import type { CapabilityBrokers, Disposer, SecretSource } from '@mortise/contracts';
import { createDisposer } from '@mortise/core';
import { createRedactor, type Redactor } from './create-redactor.ts';
import { hasPlaceholder } from './secret-placeholders.ts';

/** The values of secrets that were given out, so that they can be taken out of what leaves. */
export class RememberedSecrets {
  /** Each with when it is good for nothing any more, by the wall clock; for good if `Infinity`. */
  readonly #values = new Map<string, number>();
  /** Values for a time, each by all that hold it. */
  readonly #held = new Map<string, number>();
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

  /** Takes it out of what leaves from now on, or until it is worth nothing any more. */
  remember(value: string, { until = Number.POSITIVE_INFINITY, now = 0 } = {}): void {
    const known = this.#values.get(value);
    if (known !== undefined && known >= until) return;
    this.#values.set(value, until);
    for (const [each, end] of this.#values) if (end < now) this.#values.delete(each);
    this.#renew();
  }

  /** The same until the disposer is called: for what is made anew again and again, as access tokens are. */
  hold(value: string): Disposer {
    const count = this.#held.get(value) ?? 0;
    this.#held.set(value, count + 1);
    if (count === 0) this.#renew();
    return createDisposer(() => this.#release(value));
  }

  #release(value: string): void {
    const left = (this.#held.get(value) ?? 1) - 1;
    if (left > 0) return void this.#held.set(value, left);
    this.#held.delete(value);
    this.#renew();
  }

  #renew(): void {
    const values = new Set([...this.#values.keys(), ...this.#held.keys()]);
    this.#redactor = values.size === 0 ? undefined : createRedactor(values);
  }
}
