import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = [dirname(import.meta.dirname), folderOf('@mortise/contracts')];

/**
 * A name for everything of ours that decides what becomes of a package: the loader, what its
 * package.json pins (the bundler), the schemas of the contracts, and this Node.
 */
export function hashToolchain(): string {
  const hash = createHash('sha256').update(`${process.version} ${process.platform}`);
  for (const folder of SOURCES) {
    hash.update(readFileSync(join(folder, '..', 'package.json')));
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test|\.d)\.[jt]s$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
    // Sizes and times are enough for our own code, which nothing edits while it runs.
    for (const file of files.sort()) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

function folderOf(name: string): string {
  return dirname(fileURLToPath(import.meta.resolve(name)));
}
