import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** What a file held at one moment, to see later whether it holds something else. */
export class FileMark {
  readonly #path: string;
  readonly #content: string | undefined;
  #seen: { readonly stamp: string | undefined; readonly isChanged: boolean };

  constructor(path: string) {
    this.#path = path;
    // The stamp first: a file that is written in between has another one, and is read again.
    const stamp = stampOf(path);
    this.#content = contentOf(path);
    this.#seen = { stamp, isChanged: false };
  }

  /** Reads the file only if its stamp is another; one that was merely touched is the same. */
  get isChanged(): boolean {
    const stamp = stampOf(this.#path);
    if (stamp !== this.#seen.stamp) {
      this.#seen = { stamp, isChanged: contentOf(this.#path) !== this.#content };
    }
    return this.#seen.isChanged;
  }
}

function stampOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
}

function contentOf(path: string): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return undefined;
  }
}
