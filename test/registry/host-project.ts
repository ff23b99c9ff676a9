import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../release/workspace-packages.ts';

/** The strictest project that TypeScript offers; every declaration that is reached is checked. */
export const STRICT_PROJECT = {
  compilerOptions: {
    strict: true,
    module: 'nodenext',
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
    outDir: 'out',
  },
  files: ['main.ts'],
};

/** Writes the host of the README of `@mortise/host` as a project into a folder; `out/main.js` runs it. */
export function writeHostProject(folder: string): void {
  const readme = readFileSync(join(ROOT, 'packages', 'host', 'README.md'), 'utf8');
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  writeFileSync(join(folder, 'main.ts'), code);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(STRICT_PROJECT));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n');
}

export const ANSWER = 'Oslo: 4 °C, light rain';
