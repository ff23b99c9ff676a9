import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KEEP_CHARS = 32_768;

/**
 * Keeps the text of bundles by hash: short ones in memory, long ones in a private folder, because
 * an extension that is installed and idle must not cost the host its whole bundle.
 */
export class SourceStore {
  readonly #texts = new Map<string, string>();
  readonly #files = new Map<string, string>();
  #folder: string | undefined;

  /** Answers the hash under which the text is kept. */
  put(source: string): string {
    const hash = hashText(source);
    if (source.length <= KEEP_CHARS) this.#texts.set(hash, source);
    else if (!this.#files.has(hash)) this.#files.set(hash, this.#write(hash, source));
    return hash;
  }

  /** Throws if the text is gone or was changed. */
  get(hash: string): string {
    const text = this.#texts.get(hash);
    if (text !== undefined) return text;
    const file = this.#files.get(hash);
    if (file === undefined) throw new Error('the bundle is not there any more');
    const source = readFileSync(file, 'utf8');
    if (hashText(source) !== hash) throw new Error('the bundle was changed on disk');
    return source;
  }

  delete(hash: string): void {
    this.#texts.delete(hash);
    const file = this.#files.get(hash);
    this.#files.delete(hash);
    if (file !== undefined) rmSync(file, { force: true });
  }

  close(): void {
    this.#texts.clear();
    this.#files.clear();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }

  #write(hash: string, source: string): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'mortise-bundles-'));
    const file = join(this.#folder, `${hash}.js`);
    writeFileSync(file, source, { mode: 0o600 });
    return file;
  }
}

function hashText(source: string): string {
  return createHash('sha256').update(source).digest('hex');
}
