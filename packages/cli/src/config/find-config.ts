import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CliFault } from '../output/cli-fault.ts';

const NAMES = ['jsonc', 'json', 'json5', 'yaml', 'yml', 'ts', 'mts'].map(
  (ending) => `mortise.config.${ending}`,
);

/** The configuration of this folder or the nearest one above it. */
export function findConfig(from: string, given: string | undefined): string {
  if (given !== undefined) return requireFile(resolve(from, given));
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const [found, ...others] = configsIn(folder);
    if (found !== undefined && others.length > 0) throw ambiguous(folder, [found, ...others]);
    if (found !== undefined) return found;
    if (dirname(folder) === folder) {
      throw new CliFault('config', {
        code: 'config_missing',
        message: `There is no mortise.config.* in ${resolve(from)} or above it.`,
        hint: 'Run `mortise init`, or name a file with --config.',
      });
    }
  }
}

/** Every file of a folder that a host would take for its configuration. */
export function configsIn(folder: string): readonly string[] {
  return NAMES.map((name) => join(folder, name)).filter((path) => existsSync(path));
}

/** Which rules hold must not depend on the order in which we look. */
function ambiguous(folder: string, found: readonly string[]): CliFault {
  const [first = '', ...others] = found.map((path) => basename(path));
  return new CliFault('config', {
    code: 'config_ambiguous',
    message: `There are ${found.length} configurations in ${folder}: ${[first, ...others].join(', ')}.`,
    hint: `Keep one of them, or say which: --config ${first}`,
  });
}

function requireFile(path: string): string {
  if (existsSync(path)) return path;
  throw new CliFault('config', {
    code: 'config_missing',
    message: `There is no file ${path}.`,
    hint: 'Check --config; without it mortise.config.* is looked for from this folder upwards.',
  });
}
