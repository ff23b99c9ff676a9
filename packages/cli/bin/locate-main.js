import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PACKAGE = dirname(dirname(fileURLToPath(import.meta.url)));

const SOURCES = join(PACKAGE, 'src', 'main.ts');

/** Where `pnpm build` puts the command; a few files in place of 800. */
export const BUILT_FOLDER = join(PACKAGE, 'built', 'command');

/** Where the published command is, which comes without sources. */
export const PUBLISHED_FOLDER = join(PACKAGE, 'dist', 'command');

/** What the built command was made of, as `stampOf` each file, by its path from this package on. */
export const RECORD_NAME = 'made-of.json';

/**
 * The module with `main`: the built one if it was made of these very sources, else the sources. So
 * an edit is never answered by an old build, it only starts slower (0.40 s in place of 0.18 for a
 * command that opens a host).
 * @returns {string}
 */
export function locateMain(folder = BUILT_FOLDER) {
  if (!existsSync(SOURCES)) return pathToFileURL(join(PUBLISHED_FOLDER, 'main.js')).href;
  return pathToFileURL(isFresh(folder) ? join(folder, 'main.js') : SOURCES).href;
}

/** Size and time are enough to know our own sources again. @param {string} file */
export function stampOf(file) {
  const { size, mtimeMs } = statSync(join(PACKAGE, file));
  return `${size} ${mtimeMs}`;
}

/** @param {string} folder */
function isFresh(folder) {
  try {
    const files = Object.entries(JSON.parse(readFileSync(join(folder, RECORD_NAME), 'utf8')));
    return files.length > 0 && files.every(([file, stamp]) => stampOf(file) === stamp);
  } catch {
    // Not built, or a source is gone.
    return false;
  }
}
