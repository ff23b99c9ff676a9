import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../release/workspace-packages.ts';

/** The blocks of code in one language, in their order in the README of the repository. */
export function readmeBlocks(language: 'ts' | 'yaml'): readonly string[] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  return [...readme.matchAll(/^```([a-z]*)\n([\s\S]*?)^```/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code = '']) => code);
}
