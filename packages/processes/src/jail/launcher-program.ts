import { join } from 'node:path';
import { isBuilt } from '../built-program.ts';
import { isCompiled, locateBeside } from '../own-place.ts';

const PACKAGE = join(import.meta.dirname, '..', '..');

/** Where `build-launcher.ts` puts what it makes. */
export const BUILT_LAUNCHER = {
  root: PACKAGE,
  program: join(PACKAGE, 'built', 'launcher.cjs'),
  record: join(PACKAGE, 'built', 'made-of.json'),
} as const;

/**
 * The program of the launcher: the built one if it was made of these very sources, else the sources,
 * which take four times as long to start (115 ms of CPU time in place of 25).
 */
export function locateLauncher(): string {
  const beside = locateBeside(import.meta.url, 'launcher');
  return !isCompiled(import.meta.url) && isBuilt(BUILT_LAUNCHER) ? BUILT_LAUNCHER.program : beside;
}
