import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sweepFolder } from './install-packages.ts';

interface Named {
  readonly name: string;
}

/**
 * Results of earlier runs, kept in the cache folder: a sweep takes long and may be run in parts, and the
 * page is made of all parts.
 */
export class KeptResults<Result extends Named> {
  readonly #file: string;
  #last: Promise<void> = Promise.resolve();

  constructor(kind: string) {
    this.#file = join(sweepFolder('results'), `${kind}.json`);
  }

  /** One after the other: several lanes keep theirs. */
  keep(result: Result): Promise<void> {
    this.#last = this.#last.then(async () => {
      const kept = await this.#read();
      kept[result.name] = result;
      await mkdir(sweepFolder('results'), { recursive: true });
      await writeFile(this.#file, JSON.stringify(kept, null, 1));
    });
    return this.#last;
  }

  /** A whole run begins: what is kept after it is of this run alone. */
  async clear(): Promise<void> {
    await rm(this.#file, { force: true });
  }

  /** Those of these names, in their order. */
  async of(names: readonly string[]): Promise<readonly Result[]> {
    const kept = await this.#read();
    return names.flatMap((name) => kept[name] ?? []);
  }

  async #read(): Promise<{ [name: string]: Result }> {
    const text = await readFile(this.#file, 'utf8').catch(() => '{}');
    return JSON.parse(text) as { [name: string]: Result };
  }
}
