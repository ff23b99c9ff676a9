import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KEEP_CHARS = 32_768;
/** Systems take away temporary files that were not touched for some days. */
const TOUCH_EVERY_MS = 12 * 60 * 60 * 1_000;

/**
 * Keeps the text of bundles by hash: short ones in memory, long ones in a private folder, because
 * an extension that is installed and idle must not cost the host its whole bundle.
 */
export class SourceStore {
  readonly #place: string;
  readonly #texts = new Map<string, string>();
  readonly #files = new Map<string, string>();
  #folder: string | undefined;
  #touchedAt = 0;

  /** `place` is where the system keeps temporary files. */
  constructor(place: string = tmpdir()) {
    this.#place = place;
  }

  /** Answers the hash under which the text is kept. */
  put(source: string): string {
    const hash = hashText(source);
    if (this.#texts.has(hash) || this.#files.has(hash)) return hash;
    const file = source.length <= KEEP_CHARS ? undefined : this.#write(hash, source);
    if (file === undefined) this.#texts.set(hash, source);
    else this.#files.set(hash, file);
    return hash;
  }

  /** Called often; `now` is of a monotonic clock, in ms. */
  touch(now: number): void {
    if (this.#folder === undefined || now - this.#touchedAt < TOUCH_EVERY_MS) return;
    this.#touchedAt = now;
    const date = new Date();
    for (const path of [this.#folder, ...this.#files.values()]) {
      try {
        utimesSync(path, date, date);
      } catch {
        // What has gone is told when it is read.
      }
    }
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

  /** Undefined where there is no folder for it, or no room: an extension must not fail for that. */
  #write(hash: string, source: string): string | undefined {
    let file: string | undefined;
    try {
      file = join(this.#openFolder(), `${hash}.js`);
      writeFileSync(file, source, { mode: 0o600 });
      return file;
    } catch {
      if (file !== undefined) rmSync(file, { force: true });
      return undefined;
    }
  }

  #openFolder(): string {
    if (this.#folder === undefined) {
      removeLeft(this.#place);
      this.#folder = mkdtempSync(join(this.#place, `${PREFIX}${process.pid}-`));
    }
    return this.#folder;
  }
}

const PREFIX = 'mortise-bundles-';
/** Another container may share the folder and not the numbers of processes. */
const LEFT_MS = 24 * 60 * 60 * 1_000;

/** Takes away folders of this user whose process was killed. Never throws: they cost room and nothing else. */
function removeLeft(place: string): void {
  try {
    for (const name of readdirSync(place).filter((each) => each.startsWith(PREFIX))) {
      const path = join(place, name);
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
