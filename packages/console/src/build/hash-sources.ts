import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = join(import.meta.dirname, '..', '..');
const WORKSPACE = join(PACKAGE, '..', '..');

/** What the console is made of, besides packages of others, whose versions are in the package.json. */
const SOURCES = [
  'packages/console/{src/app,src/build}/**/*.{ts,tsx,css,html,svg,json}',
  'packages/console/package.json',
  'packages/contracts/src/text/*.ts',
];

/** Changes with every source of the console: a build that has another one is not of these sources. */
export function hashSources(): string {
  const hash = createHash('sha256');
  const isSource = (path: string) => !/\.test\.tsx?$/.test(path);
  for (const path of globSync(SOURCES, { cwd: WORKSPACE }).filter(isSource).toSorted()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(WORKSPACE, path)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}
