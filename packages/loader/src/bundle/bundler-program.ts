import { join } from 'node:path';
import { isBuilt, isCompiled, locateBeside } from '@mortise/processes';

const PACKAGE = join(import.meta.dirname, '..', '..');

/** Where `build-bundler.ts` puts what it makes. */
export const BUILT_BUNDLER = {
  root: PACKAGE,
  program: join(PACKAGE, 'built', 'bundle', 'bundler-main.js'),
  record: join(PACKAGE, 'built', 'bundle', 'made-of.json'),
} as const;

/**
 * The program of the bundler's process: the built one if it was made of these very sources, else the
 * sources, which take three times as long to start (0.25 s of CPU time in place of 0.08). What was
 * published has the built one in the place of its sources.
 */
export function locateBundler(): string {
  const beside = locateBeside(import.meta.url, 'bundler-main');
  return !isCompiled(import.meta.url) && isBuilt(BUILT_BUNDLER) ? BUILT_BUNDLER.program : beside;
}
