import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LoadedPackage, loadExtension } from '../load-extension.ts';
import { packExtension } from '../pack-extension.ts';
import {
  codeOf,
  type Disk,
  declaring,
  importing,
  MANIFEST,
  makeDisk,
  SECRET,
} from '../testing/operator-disk.ts';

function loadDisk(disk: Disk): Promise<LoadedPackage> {
  return loadExtension({ kind: 'folder', path: join(makeDisk(disk), 'ext') });
}

interface Attempt extends Disk {
  readonly what: string;
  readonly then?: string;
}

const BY_PACKAGE: readonly Attempt[] = [
  {
    what: 'a package next door that is not declared',
    files: { 'ext/index.ts': importing('next-door/secret.json') },
    then: 'import_unresolved',
  },
  {
    what: 'a package next door that only development declares',
    files: {
      'ext/index.ts': importing('next-door'),
      'ext/package.json': { name: 'ext', devDependencies: { 'next-door': '1' } },
    },
    then: 'import_unresolved',
  },
  {
    what: 'a package that a dependency does not declare',
    files: {
      'ext/index.ts': importing('good'),
      'ext/package.json': declaring(['good']),
      'node_modules/good/package.json': { name: 'good' },
      'node_modules/good/index.js': "export { default } from 'next-door';",
    },
    then: 'import_unresolved',
  },
  {
    what: 'a link in node_modules that is not declared',
    files: { 'ext/index.ts': importing('leak/secret.json') },
    links: { 'ext/node_modules/leak': 'private' },
  },
  {
    what: 'a declared link in node_modules to a folder of the operator',
    files: {
      'ext/index.ts': importing('leak/secret.json'),
      'ext/package.json': declaring(['leak']),
    },
    links: { 'ext/node_modules/leak': 'private' },
  },
  {
    what: 'a declared link in node_modules to the folder around',
    files: {
      'ext/index.ts': importing('leak/secret.json'),
      'ext/package.json': declaring(['leak']),
    },
    links: { 'ext/node_modules/leak': '.' },
  },
  {
    what: 'a link that package.json names by its path',
    files: {
      'ext/index.ts': importing('leak/secret.json'),
      'ext/package.json': { name: 'ext', dependencies: { leak: 'file:../private' } },
    },
    links: { 'ext/node_modules/leak': 'private' },
  },
  {
    what: 'a declared link to what is installed elsewhere',
    files: {
      'ext/index.ts': importing('leak/secret.json'),
      'ext/package.json': declaring(['leak']),
    },
    links: { 'ext/node_modules/leak': 'elsewhere/node_modules/leak' },
  },
  {
    what: 'a node_modules that is a link',
    files: {
      'ext/index.ts': importing('leak/secret.json'),
      'ext/package.json': declaring(['leak']),
    },
    links: { 'ext/node_modules': 'elsewhere/node_modules' },
  },
  {
    what: 'a declared link to a package of another name',
    files: {
      'ext/index.ts': importing('leak/secret.json'),
      'ext/package.json': declaring(['leak']),
    },
    links: { 'ext/node_modules/leak': 'node_modules/next-door' },
  },
  {
    what: 'a declared name that leads up',
    files: {
      'ext/index.ts': importing('../../private/secret.json'),
      'ext/package.json': declaring(['../../private', '../private']),
    },
  },
  {
    what: 'a scope that leads up',
    files: {
      'ext/index.ts': importing('@a/../next-door/secret.json'),
      'ext/package.json': declaring(['@a/..']),
    },
  },
  {
    what: 'a package inside of a dependency',
    files: {
      'ext/index.ts': importing('good/node_modules/inner/secret.json'),
      'ext/package.json': declaring(['good']),
      'node_modules/good/package.json': { name: 'good' },
      'node_modules/good/node_modules/inner/secret.json': { secret: SECRET },
    },
  },
  {
    what: 'a link inside of a dependency',
    files: {
      'ext/index.ts': importing('good/link.json'),
      'ext/package.json': declaring(['good']),
      'node_modules/good/package.json': { name: 'good' },
    },
    links: { 'node_modules/good/link.json': 'secret.json' },
  },
  {
    what: 'a path out of a dependency that has no name',
    files: {
      'ext/index.ts': importing('good'),
      'ext/package.json': declaring(['good']),
      'node_modules/good/package.json': { main: 'index.js' },
      'node_modules/good/index.js': "export { default } from '../../secret.js';",
    },
    then: 'import_outside',
  },
  {
    what: 'a file that a package.json of its own leads to',
    files: {
      'ext/index.ts': importing('./part'),
      'ext/part/package.json': { main: '../../secret.js' },
    },
  },
  ...['exports', 'imports', 'browser', 'main', 'module'].map(
    (field): Attempt => ({
      what: `what the field ${field} of a package leads out to`,
      files: {
        'ext/index.ts': importing(field === 'imports' ? '#own' : 'good'),
        'ext/package.json': declaring(['good'], { imports: { '#own': '../secret.js' } }),
        'ext/node_modules/good/package.json': {
          name: 'good',
          [field]: field === 'imports' ? {} : '../../../secret.js',
        },
      },
    }),
  ),
  {
    what: 'what an import of package.json names beside the extension',
    files: {
      'ext/index.ts': importing('#own'),
      'ext/package.json': { name: 'ext', imports: { '#own': 'next-door/secret.json' } },
    },
  },
  {
    what: 'what a field of the package around leads to',
    files: { 'ext/index.ts': importing('leak') },
  },
  {
    what: 'a file that the browser field of a package puts in its place',
    files: {
      'ext/index.ts': importing('./a.js'),
      'ext/a.js': 'export default 1;',
      'ext/package.json': { name: 'ext', browser: { './a.js': '../secret.js' } },
    },
    then: 'ok',
  },
];

const BY_PATH: readonly Attempt[] = [
  {
    what: 'a link to a file',
    files: { 'ext/index.ts': importing('./data.json') },
    links: { 'ext/data.json': 'secret.json' },
    then: 'import_outside',
  },
  {
    what: 'a link to a folder',
    files: { 'ext/index.ts': importing('./data/secret.json') },
    links: { 'ext/data': '.' },
    then: 'import_outside',
  },
  {
    what: 'a link to a link',
    files: { 'ext/index.ts': importing('./a/b.json') },
    links: { 'ext/a/b.json': 'ext/c.json', 'ext/c.json': 'secret.json' },
    then: 'import_outside',
  },
  {
    what: 'a link to the kernel’s view of the process',
    files: { 'ext/index.ts': importing('./self.json') },
    links: { 'ext/self.json': '/proc/self/environ' },
    then: 'import_outside',
  },
  {
    what: 'a link that leads nowhere yet, if it is asked for softly',
    files: { 'ext/index.ts': 'export default async () => import("./data.json");' },
    links: { 'ext/data.json': 'none.json' },
    then: 'import_outside',
  },
  {
    what: 'nothing behind a link to a folder, if it is asked for softly',
    files: { 'ext/index.ts': 'export default async () => import("./data/none.json");' },
    links: { 'ext/data': '.' },
    then: 'import_outside',
  },
  {
    what: 'a path with steps up in the middle',
    files: { 'ext/index.ts': importing('./sub/../../secret.json'), 'ext/sub/x.ts': '' },
    then: 'import_outside',
  },
  {
    what: 'a required path',
    files: { 'ext/index.ts': "export default () => require('../secret.json');" },
    then: 'import_outside',
  },
  {
    what: 'an import with a type',
    files: {
      'ext/index.ts': "import x from '../secret.json' with { type: 'json' }; export default x",
    },
    then: 'import_outside',
  },
  {
    what: 'an import with a query',
    files: { 'ext/index.ts': importing('../secret.json?raw') },
    then: 'import_outside',
  },
  {
    what: 'paths of a tsconfig.json',
    files: {
      'ext/index.ts': importing('settings'),
      'ext/tsconfig.json': { compilerOptions: { paths: { settings: ['../secret.json'] } } },
    },
    then: 'import_unresolved',
  },
  {
    what: 'the entry',
    files: { 'ext/mortise.json': { ...MANIFEST, entry: 'data.js' } },
    links: { 'ext/data.js': 'secret.js' },
    then: 'entry_missing',
  },
  {
    what: 'the manifest',
    files: { 'manifest.json': `${SECRET} is no JSON` },
    links: { 'ext/mortise.json': 'manifest.json' },
    then: 'manifest_missing',
  },
  {
    what: 'package.json',
    files: {
      'ext/mortise.json': MANIFEST,
      'manifest.json': { mortise: { ...MANIFEST, description: SECRET } },
      'ext/index.ts': 'export default 1',
    },
    links: { 'ext/package.json': 'manifest.json' },
    then: 'ok',
  },
  {
    what: 'a source map beside a file',
    files: {
      'ext/index.ts': "import './a.js'; export default () => 1;",
      'ext/a.js': 'globalThis.a = 1;\n//# sourceMappingURL=a.js.map',
      'map.json': {
        ...{ version: 3, names: [], mappings: 'AAAA' },
        ...{ sources: ['a.ts'], sourcesContent: [SECRET] },
      },
    },
    links: { 'ext/a.js.map': 'map.json' },
    then: 'ok',
  },
  {
    what: 'a source map that a comment names',
    files: {
      'ext/index.ts': "import './a.js'; export default () => 1;",
      'ext/a.js': 'globalThis.a = 1;\n//# sourceMappingURL=../map.json',
      'map.json': {
        ...{ version: 3, names: [], mappings: 'AAAA' },
        ...{ sources: ['../secret.js'], sourcesContent: [SECRET] },
      },
    },
    then: 'ok',
  },
  ...["'./data.json'", "'./data' + name", '`./$' + '{name}.json`'].map(
    (path): Attempt => ({
      what: `a file behind new URL(${path})`,
      files: {
        'ext/index.ts': `import { readFileSync } from 'node:fs';
          export default (name) => readFileSync(new URL(${path}, import.meta.url), 'utf8');`,
      },
      links: { 'ext/data.json': 'secret.json' },
      then: 'ok',
    }),
  ),
  ...[{ name: 'undeclared' }, {}].map(
    (manifest): Attempt => ({
      what: `a file of ${'name' in manifest ? 'a package' : 'a folder without a name'} that is installed in the extension and not declared`,
      files: {
        'ext/index.ts': `import { readFileSync } from 'node:fs';
          export default () => readFileSync(new URL('./node_modules/undeclared/data.json', import.meta.url), 'utf8');`,
        'ext/package.json': declaring([]),
        'ext/node_modules/undeclared/package.json': manifest,
        'ext/node_modules/undeclared/data.json': { secret: SECRET },
      },
      then: 'ok',
    }),
  ),
  {
    what: 'a file of a package beside a dependency',
    files: {
      'ext/index.ts': importing('good'),
      'ext/package.json': declaring(['good']),
      'ext/node_modules/good/package.json': { name: 'good', main: 'index.cjs' },
      'ext/node_modules/good/index.cjs': `const { readFileSync } = require('node:fs');
        const { join } = require('node:path');
        module.exports = () => readFileSync(join(__dirname, '../other/data.json'), 'utf8');`,
      'ext/node_modules/other/package.json': { name: 'other' },
      'ext/node_modules/other/data.json': { secret: SECRET },
    },
    then: 'ok',
  },
  {
    what: 'a file of a package that is not declared, behind a link in the extension',
    files: {
      'ext/index.ts': `import { readFileSync } from 'node:fs';
        export default () => readFileSync(new URL('./data.json', import.meta.url), 'utf8');`,
      'ext/package.json': declaring([]),
      'ext/node_modules/undeclared/package.json': { name: 'undeclared' },
      'ext/node_modules/undeclared/data.json': { secret: SECRET },
    },
    links: { 'ext/data.json': 'ext/node_modules/undeclared/data.json' },
    then: 'ok',
  },
  {
    what: 'a file of another package, behind a link to a folder in a dependency',
    files: {
      'ext/index.ts': importing('good'),
      'ext/package.json': declaring(['good']),
      'ext/node_modules/good/package.json': { name: 'good', main: 'index.cjs' },
      'ext/node_modules/good/index.cjs': `const { readFileSync } = require('node:fs');
        const { join } = require('node:path');
        module.exports = () => readFileSync(join(__dirname, 'beside/data.json'), 'utf8');`,
      'ext/node_modules/other/package.json': {},
      'ext/node_modules/other/data.json': { secret: SECRET },
    },
    links: { 'ext/node_modules/good/beside': 'ext/node_modules/other' },
    then: 'ok',
  },
  {
    what: 'a file behind new URL with steps up',
    files: {
      'ext/index.ts': `import { readFileSync } from 'node:fs';
        export default (name) => [readFileSync(new URL('../secret.json', import.meta.url)),
          readFileSync(new URL(\`../\${name}.json\`, import.meta.url))];`,
    },
    then: 'ok',
  },
];

/** What an operator has in the very folder of an extension that is served from there. */
const IN_THE_FOLDER = [
  ...['.mortise/token.json', '.mortise/cache/x.json', 'mortise.config.json', 'mortise.lock'],
  ...['.env', '.env.json', '.env.local', '.npmrc', '.git/config.json', 'sub/.Mortise/a.json'],
  // What editors and people leave beside such a file.
  ...['.env~', '.env-old.json', '.npmrc.bak', '.mortise.config.yaml.swp', 'mortise.lock~'],
  ...['.envrc', '.dev.vars', '.git-credentials', '.pgpass', '.ssh/key', '.aws/credentials.json'],
];

function everythingIn(loaded: LoadedPackage): string {
  const text = JSON.stringify(loaded);
  const embedded = [...text.matchAll(/[A-Za-z0-9+/]{24,}={0,2}/g)].map(([each]) => atob64(each));
  return `${text}\n${embedded.join('\n')}`;
}

const atob64 = (text: string) => Buffer.from(text, 'base64').toString('latin1');

describe('a bundle is not made of what is the operator’s (S-9)', () => {
  it.each(BY_PACKAGE)('by a package: $what', async ({ then, ...disk }) => {
    const loaded = await loadDisk(disk);
    expect(everythingIn(loaded)).not.toContain(SECRET);
    if (then === undefined) expect(codeOf(loaded)).toMatch(/^import_(?:outside|unresolved)$/);
    else expect(codeOf(loaded)).toBe(then);
  });

  it.each(BY_PATH)('by a path: $what', async ({ then, ...disk }) => {
    const loaded = await loadDisk(disk);
    expect(everythingIn(loaded)).not.toContain(SECRET);
    expect(codeOf(loaded)).toBe(then);
  });

  it.each(IN_THE_FOLDER)('by what lies in the folder of the extension: %s', async (path) => {
    const softly = path.endsWith('.json') ? `import(${JSON.stringify(`./${path}`)})` : '1';
    const loaded = await loadDisk({
      files: {
        [`ext/${path}`]: { secret: SECRET },
        'ext/index.ts': `import { readFileSync } from 'node:fs';
          export default async () => [${softly}, readFileSync(new URL('./${path}', import.meta.url))];`,
      },
    });
    expect(everythingIn(loaded)).not.toContain(SECRET);
    expect(codeOf(loaded)).toBe(path.endsWith('.json') ? 'import_outside' : 'ok');
  });

  it('nor is an archive of documents that are links', async () => {
    const top = makeDisk({
      files: { 'ext/index.ts': 'export default 1' },
      links: { 'ext/README.md': 'secret.json', 'ext/LICENSE': 'secret.json' },
    });
    const folder = join(top, 'ext');
    const loaded = await loadExtension({ kind: 'folder', path: folder });
    if (loaded.status === 'failed') throw new Error(codeOf(loaded));
    const built = { ...loaded, tools: [] };
    expect((await packExtension(folder, built)).files).not.toContain('README.md');
  });
});
