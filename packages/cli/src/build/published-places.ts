import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';
import { PLACES, placeTexts } from './keep-places.ts';

const PACKAGE = join(import.meta.dirname, '..', '..');
const PACKAGES = dirname(PACKAGE);

/**
 * The packages whose own files the published command asks for, and what it resolves by name: all of
 * them are dependencies of this package, so that every package manager puts them where it finds them.
 */
export const RESOLVED_PACKAGES: readonly string[] = [
  '@mortise/console',
  '@mortise/contracts',
  '@mortise/core',
  '@mortise/gateway',
  '@mortise/host',
  '@mortise/loader',
  '@mortise/processes',
  '@mortise/sandbox',
  '@mortise/sdk',
  '@sinclair/typebox',
  'create-mortise',
];

/**
 * Makes what modules know of their own place true in the published command: the place of the
 * compiled module in its own package, wherever that is installed.
 */
export function publishedPlaces(folder: string): Plugin {
  return {
    name: 'published-places',
    transform(code, id) {
      if (!id.startsWith(PACKAGES) || id.includes('/node_modules/')) return null;
      if (code.search(PLACES) < 0) return null;
      const [name = '', ...path] = relative(PACKAGES, id).split('/');
      const compiled = path
        .join('/')
        .replace(/^src\//, 'dist/')
        .replace(/\.ts$/, '.js');
      const place = (file: string): string => placeIn(name, file, folder);
      const texts = placeTexts(place(compiled), place(dirname(compiled)));
      return { code: code.replaceAll(PLACES, (_, key: string) => texts[key] ?? '') };
    },
  };
}

function placeIn(folderName: string, file: string, folder: string): string {
  const owner = join(PACKAGES, folderName);
  if (owner === PACKAGE) {
    return `new URL(${JSON.stringify(relative(folder, join(PACKAGE, file)))}, import.meta.url)`;
  }
  const { name } = JSON.parse(readFileSync(join(owner, 'package.json'), 'utf8')) as {
    readonly name: string;
  };
  if (!RESOLVED_PACKAGES.includes(name)) throw new Error(`${name} is not in RESOLVED_PACKAGES`);
  return `new URL(${JSON.stringify(file)}, import.meta.resolve(${JSON.stringify(`${name}/package.json`)}))`;
}
