import { mkdir, readFile, writeFile } from 'node:fs/promises';
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

  constructor(kind: string) {
    this.#file = join(sweepFolder('results'), `${kind}.json`);
  }

  async keep(result: Result): Promise<void> {
    const kept = await this.#read();
    kept[result.name] = result;
    await mkdir(sweepFolder('results'), { recursive: true });
    await writeFile(this.#file, JSON.stringify(kept, null, 1));
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
