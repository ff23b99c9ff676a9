import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../release/workspace-packages.ts';

/** The blocks of code in one language ('' for those without), in their order in a README. */
export function readmeBlocks(language: '' | 'ts' | 'yaml', folder = ''): readonly string[] {
  const readme = readFileSync(join(ROOT, folder, 'README.md'), 'utf8');
  return [...readme.matchAll(/^```([a-z]*)\n([\s\S]*?)^```/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code = '']) => code);
}
