import type { SecretOwner, SecretSource } from '@mortise/contracts';

const PREFIX = 'MORTISE_SECRET_';
const USER_PREFIX = 'MORTISE_USER_SECRET_';

/**
 * A secret NAME is the variable MORTISE_SECRET_NAME, that of the user ana is MORTISE_USER_SECRET_NAME__ana;
 * no other variable can be reached.
 */
export class EnvironmentSecrets implements SecretSource {
  readonly #env: { readonly [name: string]: string | undefined };

  constructor(env: { readonly [name: string]: string | undefined }) {
    this.#env = env;
  }

  async read(name: string): Promise<string | undefined> {
    return this.#value(`${PREFIX}${name}`);
  }

  async readForUser({ name, userId }: SecretOwner): Promise<string | undefined> {
    return this.#value(userVariable({ name, userId }));
  }

  #value(variable: string): string | undefined {
    return Object.hasOwn(this.#env, variable) ? this.#env[variable] : undefined;
  }
}

/**
 * The variable of a user's secret. What is neither letter nor digit is written as `_` and its bytes in
 * hex, so that two users never have one variable and no user is the rest of a name.
 */
export function userVariable({ name, userId }: SecretOwner): string {
  const written = userId.replaceAll(/[^A-Za-z0-9]/gu, (character) =>
    [...Buffer.from(character)]
      .map((byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
  return `${USER_PREFIX}${name}__${written}`;
}
