import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { NamelessFile } from './nameless-file.ts';

const KEEP_CHARS = 32_768;

/**
 * Keeps the text of bundles by hash: short ones in memory, long ones in a file, because an extension that
 * is installed and idle must not cost the host its whole bundle.
 */
export class SourceStore {
  readonly #texts = new Map<string, string>();
  readonly #file: NamelessFile;

  /** `place` is where the system keeps temporary files. */
  constructor(place: string = tmpdir()) {
    this.#file = new NamelessFile(place);
  }

  /** Answers the hash under which the text is kept. */
  put(source: string): string {
    const hash = hashText(source);
    if (this.#texts.has(hash) || this.#file.has(hash)) return hash;
    if (source.length <= KEEP_CHARS || !this.#write(hash, source)) this.#texts.set(hash, source);
    return hash;
  }

  /** Throws if the text is gone or was changed. */
  get(hash: string): string {
    const text = this.#texts.get(hash);
    if (text !== undefined) return text;
    if (!this.#file.has(hash)) throw new Error('the bundle is not there any more');
    const source = this.#file.get(hash);
    if (hashText(source) !== hash) throw new Error('the bundle was changed on disk');
    return source;
  }

  /** The same for a text that can be done without. */
  find(hash: string): string | undefined {
    try {
      return this.get(hash);
    } catch {
      return undefined;
    }
  }

  delete(hash: string): void {
    this.#texts.delete(hash);
    this.#file.delete(hash);
  }

  close(): void {
    this.#texts.clear();
    this.#file.close();
  }

  /** False where there is no folder for it, or no room: an extension must not fail for that. */
  #write(hash: string, source: string): boolean {
    try {
      this.#file.put(hash, source);
      return true;
    } catch {
      return false;
    }
  }
}

function hashText(source: string): string {
  return createHash('sha256').update(source).digest('hex');
}
