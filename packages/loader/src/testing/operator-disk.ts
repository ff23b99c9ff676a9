import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Diagnostic } from '@mortise/contracts';
import { afterAll } from 'vitest';

const MADE: string[] = [];
afterAll(() => {
  for (const folder of MADE) rmSync(folder, { recursive: true, force: true });
});

export type Texts = { readonly [path: string]: string | object };

export interface Disk {
  /** Files by their paths; `ext` is the folder of the extension. Objects are written as JSON. */
  readonly files: Texts;
  /** Links by their paths, and where they lead: from the top of the disk. */
  readonly links?: { readonly [path: string]: string };
}

export const SECRET = 'TEXT-OF-THE-OPERATOR';
/** What an operator has around the extension; `leak` and `sub` are names that are tried. */
const AROUND: Texts = {
  'package.json': { name: 'leak', version: '1.0.0', browser: './secret.json' },
  'secret.json': { secret: SECRET },
  'secret.js': `export default '${SECRET}'`,
  'private/package.json': { name: 'leak', version: '1.0.0' },
  'private/secret.json': { secret: SECRET },
  'node_modules/next-door/package.json': { name: 'next-door' },
  'node_modules/next-door/secret.json': { secret: SECRET },
  'node_modules/next-door/index.js': `export default '${SECRET}'`,
  'elsewhere/node_modules/leak/package.json': { name: 'leak' },
  'elsewhere/node_modules/leak/secret.json': { secret: SECRET },
};
export const MANIFEST = { id: 'tested', entry: 'index.ts', version: '1.0.0' };

export function makeDisk({ files, links = {} }: Disk): string {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-reads-')));
  MADE.push(top);
  const all = { ...AROUND, 'ext/mortise.json': MANIFEST, ...files };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    if (!Object.hasOwn(links, path)) writeFileSync(join(top, path), text);
  }
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    symlinkSync(target.startsWith('/') ? target : join(top, target), join(top, path));
  }
  return top;
}

export const importing = (specifier: string) =>
  `import value from ${JSON.stringify(specifier)}; export default () => value;`;
export const declaring = (names: readonly string[], more: object = {}) => ({
  name: 'ext',
  dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])),
  ...more,
});

/** The first fault of a load, or its status. */
export function codeOf({
  status,
  diagnostics,
}: {
  status: string;
  diagnostics: readonly Diagnostic[];
}) {
  return diagnostics.find(({ severity }) => severity === 'error')?.code ?? status;
}
