import type { SecretSource } from '@mortise/contracts';

const PREFIX = 'MORTISE_SECRET_';

/** A secret NAME is the variable MORTISE_SECRET_NAME; no other variable can be reached. */
export class EnvironmentSecrets implements SecretSource {
  readonly #env: { readonly [name: string]: string | undefined };

  constructor(env: { readonly [name: string]: string | undefined }) {
    this.#env = env;
  }

  async read(name: string): Promise<string | undefined> {
    const variable = `${PREFIX}${name}`;
    return Object.hasOwn(this.#env, variable) ? this.#env[variable] : undefined;
  }
}
