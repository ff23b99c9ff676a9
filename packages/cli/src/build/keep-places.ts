import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Plugin } from 'rolldown';

/** A module that brings its own file to a bundle would look beside the bundle otherwise. */
export const PLACES = /\bimport\.meta\.(url|dirname|filename)\b/g;

/** The text that stands for each of them, of the texts of two URLs. */
export function placeTexts(file: string, folder: string): Readonly<Record<string, string>> {
  const path = (url: string): string =>
    `process.getBuiltinModule('node:url').fileURLToPath(${url})`;
  return { url: `(${file}.href)`, dirname: path(folder), filename: path(file) };
}

/**
 * Keeps what modules know of their own place true inside a bundle: `import.meta.url`,
 * `dirname` and `filename` stay those of the source. A module that resolves names from its place
 * (`import.meta.resolve`) has no such form, so it stays a file of its own.
 */
export function keepPlaces(folder: string): Plugin {
  return {
    name: 'keep-places',
    async resolveId(name, importer, options) {
      if (importer === undefined || !name.startsWith('.')) return null;
      const found = await this.resolve(name, importer, { ...options, skipSelf: true });
      if (found === null || !readFileSync(found.id, 'utf8').includes('import.meta.resolve(')) {
        return found;
      }
      return { id: relative(folder, found.id), external: 'relative' };
    },
    transform(code, id) {
      if (!id.startsWith('/') || id.includes('/node_modules/') || code.search(PLACES) < 0) {
        return null;
      }
      const place = (path: string) =>
        `new URL(${JSON.stringify(relative(folder, path))}, import.meta.url)`;
      const texts = placeTexts(place(id), place(dirname(id)));
      return { code: code.replaceAll(PLACES, (_, key: string) => texts[key] ?? '') };
    },
  };
}
