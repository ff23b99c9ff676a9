import type { SecretOwner, SecretSource } from '@mortise/contracts';

/** Secrets that the program holds itself. */
export class MemorySecrets implements SecretSource {
  readonly #values: ReadonlyMap<string, string>;
  readonly #ofUsers: ReadonlyMap<string, string>;

  /** Those for all, and those of users, each with its name. */
  constructor(
    values: Iterable<readonly [name: string, value: string]>,
    ofUsers: Iterable<readonly [owner: SecretOwner, value: string]> = [],
  ) {
    this.#values = new Map(values);
    this.#ofUsers = new Map([...ofUsers].map(([owner, value]) => [keyOf(owner), value]));
  }

  async read(name: string): Promise<string | undefined> {
    return this.#values.get(name);
  }

  async readForUser(owner: SecretOwner): Promise<string | undefined> {
    return this.#ofUsers.get(keyOf(owner));
  }
}

function keyOf({ name, userId }: SecretOwner): string {
  return JSON.stringify([userId, name]);
}
