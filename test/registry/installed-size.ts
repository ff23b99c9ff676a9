import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the files of a folder are in bytes; links count as nothing. */
export function sizeOf(folder: string): number {
  return listFiles(folder).reduce((sum, path) => sum + lstatSync(path).size, 0);
}

/** Every file of a folder with its size and time: what was written shows. */
export function stampsOf(folder: string): readonly string[] {
  return listFiles(folder).map((path) => {
    const { size, mtimeMs } = lstatSync(path);
    return `${path} ${size} ${mtimeMs}`;
  });
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
