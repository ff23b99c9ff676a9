import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
    if (this.#folder === undefined) {
      removeLeft();
      this.#folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
    }
    const file = join(this.#folder, `${hash}.js`);
    writeFileSync(file, source, { mode: 0o600 });
    return file;
  }
}

const PREFIX = 'mortise-bundles-';
/** Another container may share the folder and not the numbers of processes. */
const LEFT_MS = 24 * 60 * 60 * 1_000;

/** Takes away folders of this user whose process was killed. Never throws: they cost room and nothing else. */
function removeLeft(): void {
  try {
    for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
      const path = join(tmpdir(), name);
      const facts = lstatSync(path, { throwIfNoEntry: false });
      const isOurs = facts?.isDirectory() === true && facts.uid === process.getuid?.();
      if (!isOurs || Date.now() - facts.mtimeMs < LEFT_MS) continue;
      const pid = Number(/^mortise-bundles-(\d+)-/.exec(name)?.[1]);
      if (!isAlive(pid)) rmSync(path, { recursive: true, force: true });
    }
  } catch {
    // A folder that cannot be read, or that another process takes away at the same time.
  }
}

function isAlive(pid: number): boolean {
  return pid > 0 && existsSync(`/proc/${pid}`);
}

function hashText(source: string): string {
  return createHash('sha256').update(source).digest('hex');
}
