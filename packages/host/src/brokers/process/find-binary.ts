import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { failed } from '../broker-refusal.ts';

/** Finds granted binaries; a bare name is looked up once and then stays what it was. */
export class BinaryFinder {
  readonly #directories: readonly string[];
  readonly #found = new Map<string, string>();

  /** `directories` come from the operator, never from a PATH. */
  constructor(directories: readonly string[]) {
    this.#directories = directories;
  }

  async find(name: string): Promise<string> {
    const known = this.#found.get(name);
    if (known !== undefined) return known;
    for (const path of this.#candidates(name)) {
      if (await isExecutable(path)) {
        this.#found.set(name, path);
        return path;
      }
    }
    throw failed(`The binary ${name} is not there.`);
  }

  #candidates(name: string): readonly string[] {
    if (isAbsolute(name)) return [name];
    if (!/^[A-Za-z0-9_+-][A-Za-z0-9._+-]*$/.test(name)) return [];
    return this.#directories.map((directory) => join(directory, name));
  }
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
