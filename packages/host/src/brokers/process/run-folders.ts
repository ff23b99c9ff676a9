import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HostFolder, openHostFolder } from '../../temporary/host-folder.ts';
import { removeLeft, tryRemove } from '../../temporary/remove-left.ts';

/** A folder for the temporary files of one run; gone when it is disposed of. */
export interface RunFolder extends AsyncDisposable {
  readonly path: string;
}

/** Temporary folders of granted programs. All of one host lie in one that it has as long as one of them is in use. */
export class RunFolders {
  readonly #place: string;
  #own: HostFolder | undefined;
  #runs = 0;
  #made = 0;
  #looked: Promise<void> | undefined;

  /** `place` is where the system keeps temporary files. */
  constructor(place: string = tmpdir()) {
    this.#place = place;
  }

  /** Resolves when what killed hosts left has been looked at, which goes on beside the first runs. */
  get looked(): Promise<void> {
    this.#looked ??= removeLeft(this.#place);
    return this.#looked;
  }

  make(): RunFolder {
    void this.looked;
    this.#own ??= openHostFolder('run', this.#place);
    this.#made += 1;
    const own = this.#own.path;
    const path = join(own, String(this.#made));
    this.#runs += 1;
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      this.#release();
      throw error;
    }
    return { path, [Symbol.asyncDispose]: () => this.#remove(path, own) };
  }

  async #remove(path: string, own: string): Promise<void> {
    await tryRemove(path, own);
    this.#release();
  }

  #release(): void {
    this.#runs -= 1;
    if (this.#runs > 0) return;
    this.#own?.[Symbol.dispose]();
    this.#own = undefined;
  }
}
