import type { GuardedDatabase } from '../database/guarded-database.ts';
import { openStateFile, type StateFileOptions } from './state-file.ts';

export interface StateStoreOptions extends StateFileOptions {
  /** The file at `path`, if another part opened it; it stays that part's to close. */
  readonly file?: GuardedDatabase;
}

/** A store in the state file: it opens the file itself, or shares it with other stores. */
export abstract class StateFileStore implements AsyncDisposable {
  protected readonly file: GuardedDatabase;
  readonly #ownsFile: boolean;

  constructor(options: StateStoreOptions) {
    this.file = options.file ?? openStateFile(options);
    this.#ownsFile = options.file === undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ownsFile) this.file[Symbol.dispose]();
  }
}
