import { readFileSync, realpathSync, statSync } from 'node:fs';

/** Where the files of an archive or of inline source seem to lie. Nothing on a disk is under it. */
export const MEMORY_ROOT = '/@extension';

/** More than this in one file is never read, whatever it is. */
const MAX_FILE_BYTES = 16_000_000;

/**
 * The files a bundle may be made of: those of one package held in memory, and those of a disk.
 * Reads only; paths are absolute and written with `/`.
 */
export class PackageView {
  readonly #memory: ReadonlyMap<string, Uint8Array>;
  /** package.json of every folder above every import is asked for again and again. */
  readonly #objects = new Map<string, { readonly [key: string]: unknown } | undefined>();

  /** Keys are paths inside the package, `src/index.ts`. */
  constructor(memory: ReadonlyMap<string, Uint8Array> = new Map()) {
    this.#memory = memory;
  }

  isFile(path: string): boolean {
    const inside = insideMemory(path);
    if (inside !== undefined) return this.#memory.has(inside);
    try {
      return statSync(path).isFile();
    } catch {
      return false;
    }
  }

  /** `undefined` for what is not a file or is too large to be one of ours. */
  read(path: string): Uint8Array | undefined {
    const inside = insideMemory(path);
    if (inside !== undefined) return this.#memory.get(inside);
    try {
      const facts = statSync(path);
      return facts.isFile() && facts.size <= MAX_FILE_BYTES ? readFileSync(path) : undefined;
    } catch {
      return undefined;
    }
  }

  readText(path: string): string | undefined {
    const bytes = this.read(path);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }

  /** A JSON object, or `undefined` for anything else. */
  readObject(path: string): { readonly [key: string]: unknown } | undefined {
    if (!this.#objects.has(path)) this.#objects.set(path, this.#parseObject(path));
    return this.#objects.get(path);
  }

  #parseObject(path: string): { readonly [key: string]: unknown } | undefined {
    const text = this.readText(path);
    if (text === undefined) return undefined;
    try {
      const value: unknown = JSON.parse(text);
      return isRecord(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  followLinks(path: string): string {
    if (insideMemory(path) !== undefined) return path;
    try {
      return realpathSync(path);
    } catch {
      return path;
    }
  }
}

export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function insideMemory(path: string): string | undefined {
  return path.startsWith(`${MEMORY_ROOT}/`) ? path.slice(MEMORY_ROOT.length + 1) : undefined;
}
