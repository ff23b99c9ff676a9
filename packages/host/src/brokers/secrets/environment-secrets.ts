import type { SecretOwner, SecretSource } from '@mortise/contracts';
import { writeUser } from './write-user.ts';

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

/** The variable of a user's secret; see `writeUser`. */
export function userVariable({ name, userId }: SecretOwner): string {
  return `${USER_PREFIX}${name}__${writeUser(userId)}`;
}
