import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** A program that is built of sources into one file, and the record of what it was made of. */
export interface BuiltPlace {
  /** The folder that the paths of its sources start from. */
  readonly root: string;
  readonly program: string;
  readonly record: string;
}

interface BuildRecord {
  readonly files: readonly string[];
  readonly hash: string;
  /** SHA-256 of the program: a damaged one would blame what it is asked for. */
  readonly program: string;
}

/** Whether a program is there, whole, and made of these very sources. */
export function isBuilt({ root, program, record }: BuiltPlace): boolean {
  try {
    const known: BuildRecord = JSON.parse(readFileSync(record, 'utf8'));
    const isWhole = sumOf(readFileSync(program)) === known.program;
    return known.files.length > 0 && isWhole && hashSources(known.files, root) === known.hash;
  } catch {
    // Not built, or one of its sources is gone.
    return false;
  }
}

/** Keeps a program that was built of these modules. */
export function keepBuilt(
  { root, program, record }: BuiltPlace,
  code: string,
  modules: readonly string[],
): void {
  const files = modules.map((id) => relative(root, id)).toSorted();
  const made: BuildRecord = { files, hash: hashSources(files, root), program: sumOf(code) };
  mkdirSync(dirname(program), { recursive: true });
  replace(program, code);
  replace(record, JSON.stringify(made));
}

export function hashSources(files: readonly string[], root: string): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function sumOf(program: string | Uint8Array): string {
  return createHash('sha256').update(program).digest('hex');
}

/** A process that starts meanwhile reads the old file or the new one, never half of it. */
function replace(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}
