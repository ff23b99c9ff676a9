import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CliFault } from '../output/cli-fault.ts';

const NAMES = ['jsonc', 'json', 'json5', 'yaml', 'yml', 'ts', 'mts'].map(
  (ending) => `mortise.config.${ending}`,
);

/** The configuration of this folder or the nearest one above it. */
export function findConfig(from: string, given: string | undefined): string {
  if (given !== undefined) return requireFile(resolve(from, given));
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const found = NAMES.map((name) => join(folder, name)).find((path) => existsSync(path));
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

function requireFile(path: string): string {
  if (existsSync(path)) return path;
  throw new CliFault('config', {
    code: 'config_missing',
    message: `There is no file ${path}.`,
    hint: 'Check --config; without it mortise.config.* is looked for from this folder upwards.',
  });
}
