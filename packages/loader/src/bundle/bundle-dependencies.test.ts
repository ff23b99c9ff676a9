import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LoadedPackage, loadExtension } from '../load-extension.ts';
import {
  codeOf,
  type Disk,
  declaring,
  importing,
  MANIFEST,
  makeDisk,
  type Texts,
} from '../testing/operator-disk.ts';
import { openRealSandbox } from '../testing/real-sandbox.ts';

function loadDisk(disk: Disk, folder = 'ext'): Promise<LoadedPackage> {
  return loadExtension({ kind: 'folder', path: join(makeDisk(disk), folder) });
}

const DEPENDENCY: Texts = {
  'package.json': { name: 'dep', dependencies: { inner: '1' } },
  'index.js':
    "import inner from 'inner'; import data from './data.json'; export default [inner, data.word]",
  'data.json': { word: 'WORD-OF-DEP' },
};
const INNER: Texts = {
  'package.json': { name: 'inner', main: 'main.cjs' },
  'main.cjs': "module.exports = 'WORD-OF-INNER';",
};
const under = (folder: string, files: Texts): Texts =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

const USING = { 'index.ts': importing('dep'), 'mortise.json': MANIFEST };
const STORE = 'node_modules/.pnpm';
const GLOBAL = 'pnpm/store/v10/links';
const HASH = 'c0ffee'.repeat(8);

const INSTALLED: readonly (Disk & { readonly what: string; readonly folder?: string })[] = [
  {
    what: 'npm put them beside each other',
    files: {
      ...under('ext', USING),
      'ext/package.json': declaring(['dep']),
      ...under('ext/node_modules/dep', DEPENDENCY),
      ...under('ext/node_modules/inner', INNER),
    },
  },
  {
    what: 'npm put them into the folder above',
    files: {
      ...under('ext', USING),
      'ext/package.json': { name: 'ext', peerDependencies: { dep: '*' } },
      ...under('node_modules/dep', DEPENDENCY),
      ...under('node_modules/dep/node_modules/inner', INNER),
    },
  },
  {
    what: 'pnpm linked them from a store of the project',
    files: {
      ...under('ext', USING),
      'ext/package.json': { name: 'ext', optionalDependencies: { dep: '^1' } },
      ...under(`${STORE}/dep@1.0.0/node_modules/dep`, DEPENDENCY),
      ...under(`${STORE}/inner@1.0.0/node_modules/inner`, INNER),
    },
    links: {
      'ext/node_modules/dep': `${STORE}/dep@1.0.0/node_modules/dep`,
      [`${STORE}/dep@1.0.0/node_modules/inner`]: `${STORE}/inner@1.0.0/node_modules/inner`,
    },
  },
  {
    what: 'pnpm linked them from the store of all projects',
    files: {
      ...under('ext', USING),
      'ext/package.json': declaring(['dep']),
      ...under(`${GLOBAL}/@/dep/1.0.0/${HASH}/node_modules/dep`, DEPENDENCY),
      ...under(`${GLOBAL}/@/inner/1.0.0/${HASH}/node_modules/inner`, INNER),
    },
    links: {
      'ext/node_modules/dep': `${GLOBAL}/@/dep/1.0.0/${HASH}/node_modules/dep`,
      [`${GLOBAL}/@/dep/1.0.0/${HASH}/node_modules/inner`]: `${GLOBAL}/@/inner/1.0.0/${HASH}/node_modules/inner`,
    },
  },
  {
    what: 'one of them has another name here',
    files: {
      ...under('ext', USING),
      'ext/package.json': { name: 'ext', dependencies: { dep: 'npm:@scope/real@^1' } },
      ...under(`${STORE}/real@1.0.0/node_modules/@scope/real`, DEPENDENCY),
      ...under(`${STORE}/real@1.0.0/node_modules/inner`, INNER),
    },
    links: { 'ext/node_modules/dep': `${STORE}/real@1.0.0/node_modules/@scope/real` },
  },
  {
    what: 'they are members of one pnpm workspace',
    files: {
      'pnpm-workspace.yaml': 'packages:\n  - "ext"\n  - libraries/*\n  - "!libraries/none"\n',
      ...under('ext', USING),
      'ext/package.json': { name: 'ext', dependencies: { dep: 'workspace:*' } },
      ...under('libraries/dep', DEPENDENCY),
      ...under('libraries/inner', INNER),
    },
    links: {
      'ext/node_modules/dep': 'libraries/dep',
      'libraries/dep/node_modules/inner': 'libraries/inner',
    },
  },
  {
    what: 'they are members of one npm workspace',
    files: {
      'package.json': { name: 'top', workspaces: ['./packages/*'] },
      ...under('packages/ext', USING),
      'packages/ext/package.json': declaring(['dep']),
      ...under('packages/dep', DEPENDENCY),
      ...under('node_modules/inner', INNER),
    },
    links: { 'node_modules/dep': 'packages/dep', 'node_modules/ext': 'packages/ext' },
    folder: 'node_modules/ext',
  },
  {
    what: 'they came with it and are not declared',
    files: {
      ...under('ext', USING),
      ...under('ext/node_modules/dep', DEPENDENCY),
      ...under('ext/node_modules/inner', INNER),
    },
  },
];

describe('a bundle is made of declared dependencies (S-9)', () => {
  it.each(INSTALLED)('where $what', async ({ folder, ...disk }) => {
    const loaded = await loadDisk(disk, folder);
    if (loaded.status === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
    expect(loaded.bundle.source).toContain('WORD-OF-DEP');
    expect(loaded.bundle.source).toContain('WORD-OF-INNER');
  });

  it.each([
    { what: 'the other is no member', packages: ['ext'] },
    { what: 'it is no member itself', packages: ['libraries/*'] },
    { what: 'the other is left out', packages: ['**', '!libraries/dep'] },
  ])('and not of a folder in the same workspace if $what', async ({ packages }) => {
    const loaded = await loadDisk({
      files: {
        'pnpm-workspace.yaml': JSON.stringify({ packages }),
        ...under('ext', USING),
        'ext/package.json': declaring(['dep']),
        ...under('libraries/dep', DEPENDENCY),
      },
      links: { 'ext/node_modules/dep': 'libraries/dep' },
    });
    expect(codeOf(loaded)).toBe('import_outside');
    expect(loaded.diagnostics[0]?.hint).toMatch(/^node_modules\/dep is a link .* workspace/);
  });

  it('takes what the host provides where development has a link to it', async () => {
    const top = makeDisk({
      files: {
        'ext/index.ts': importing('@mortise/sdk'),
        'ext/package.json': { name: 'ext', devDependencies: { '@mortise/sdk': '*' } },
        'provided/package.json': { name: '@mortise/sdk' },
        'provided/index.js': "export default 'PROVIDED';",
      },
      links: { 'ext/node_modules/@mortise/sdk': 'private' },
    });
    const provided = new Map([['@mortise/sdk', join(top, 'provided', 'index.js')]]);
    const loaded = await loadExtension({ kind: 'folder', path: join(top, 'ext') }, { provided });
    expect(loaded.status === 'ok' && loaded.bundle.source).toContain('PROVIDED');
  });

  it('says how to mend an import that is not declared', async () => {
    const loaded = await loadDisk({ files: { 'ext/index.ts': importing('next-door/part') } });
    expect(loaded.diagnostics[0]).toMatchObject({ file: 'index.ts', subject: 'next-door/part' });
    expect(loaded.diagnostics[0]?.hint).toMatch(/npm install next-door/);
  });
});

const DEPENDING: Texts = { 'package.json': { name: 'dep', main: 'index.cjs' } };
const TOOL = `import value from 'dep';
export default (api) => api.registerTool({ name: 'answer', description: 'a', parameters: { type: 'object' },
  execute: async () => ({ content: [{ type: 'text', text: String(await value()) }] }) });`;

describe('code of dependencies that no other bundler minds (S-9)', () => {
  it.each<{ what: string; files: Texts; then: string }>([
    {
      what: 'a factory that is given require',
      files: {
        'index.cjs':
          "(function (factory) { factory(require, exports); })(function (require, exports) { const part = require('./part.cjs'); module.exports = () => part.word; });",
        'part.cjs': "exports.word = 'of the part';",
      },
      then: 'of the part',
    },
    {
      what: 'native code, with another way',
      files: {
        'index.cjs':
          "let word = ''; try { require('./fast.node'); } catch (error) { word = error.code; } module.exports = () => word;",
        'fast.node': '\u007fELF',
      },
      then: 'ERR_DLOPEN_FAILED',
    },
    {
      what: 'a file that is no JavaScript, and is not come to',
      files: {
        'index.cjs':
          "module.exports = () => { try { return require('./native.js'); } catch (error) { return error.name; } };",
        'native.js': '// @flow\ntype A = {| b: ?number |};\nexport default (1: any);',
      },
      then: 'SyntaxError',
    },
    {
      what: 'imports of computed names',
      files: {
        'index.cjs':
          "const open = (name) => import(name); module.exports = async () => [(await open('path')).join('a', 'b'), await open('none').catch((error) => error.code)];",
      },
      then: 'a/b,ERR_MODULE_NOT_FOUND',
    },
    {
      what: 'a globalThis of its own',
      files: {
        'index.cjs':
          "const globalThis = typeof window !== 'undefined' ? window : global; module.exports = () => typeof globalThis.setTimeout;",
      },
      then: 'function',
    },
    {
      what: 'modules asked of the process, and paths of its own files',
      files: {
        'index.cjs':
          "const { join } = process.getBuiltinModule('node:path'); const path = globalThis.process?.getBuiltinModule?.('path'); module.exports = () => [join('a', 'b'), path.sep, require.resolve('./x.js')];",
      },
      then: 'a/b,/,./x.js',
    },
    {
      what: 'a require that is made of what the process gives',
      files: {
        'package.json': { name: 'dep', main: 'index.mjs' },
        'index.mjs':
          "export default () => globalThis.process.getBuiltinModule('node:module').createRequire(import.meta.url)('./word.cjs');",
        'word.cjs': "module.exports = 'word';",
      },
      then: 'word',
    },
    {
      what: 'a file that requires what nobody declares, and is not come to',
      files: {
        'index.cjs':
          "module.exports = (later) => { try { return require('./dialect.cjs'); } catch (error) { return error.code; } };",
        'dialect.cjs': "const driver = require('some-driver'); module.exports = driver.name;",
      },
      then: 'MODULE_NOT_FOUND',
    },
    {
      what: 'a look at the working folder, without a grant',
      files: {
        'index.cjs':
          "const fs = require('fs'); module.exports = () => [fs.existsSync(process.cwd()), fs.statSync('.').isDirectory(), fs.existsSync('/')];",
      },
      then: 'true,true,true',
    },
    {
      what: 'a look at the folder for what is temporary, without a grant',
      files: {
        'index.cjs':
          "const fs = require('fs'); const path = require('os').tmpdir(); exports.there = fs.realpathSync(path) === path; module.exports = () => [exports.there, fs.existsSync(path), fs.statSync(path).isDirectory()];",
      },
      then: 'true,true,true',
    },
    {
      what: 'WebAssembly that it imports and runs only if it is asked to',
      files: {
        'package.json': { name: 'dep', main: 'index.mjs' },
        'index.mjs':
          "import hash from './hash.wasm'; export default async (given) => given === undefined ? 'plain' : WebAssembly.instantiate(hash); export const other = 1;",
        'hash.wasm': '\0asm',
      },
      then: 'plain',
    },
    {
      what: 'loaders of other files, that it registers with require',
      files: {
        'index.cjs':
          "const load = String\nrequire.extensions['.art'] = load; delete require.cache[__filename]; module.exports = () => [typeof load, typeof require.extensions, require.cache['./a.js']];",
      },
      then: 'function,object,',
    },
    {
      what: 'files of its own that are not in the bundle',
      files: {
        'index.cjs': `const fs = require('fs'); const { join } = require('path');
          const codeOf = (read) => { try { read(); return 'read'; } catch (error) { return error.code; } };
          module.exports = () => [codeOf(() => fs.readFileSync(join(__dirname, 'fonts', \`\${1}.flf\`))),
            codeOf(() => fs.readdirSync(join(__dirname, \`\${1}\`))), fs.existsSync(join(__dirname, \`\${1}\`))];`,
      },
      then: 'ENOENT,ENOENT,false',
    },
  ])('$what', async ({ files, then }) => {
    const loaded = await loadDisk({
      files: {
        ...under('ext', { 'index.ts': TOOL, 'mortise.json': MANIFEST }),
        'ext/package.json': declaring(['dep']),
        ...under('ext/node_modules/dep', { ...DEPENDING, ...files }),
      },
    });
    if (loaded.status === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
    await using real = openRealSandbox();
    const result = await real.load(loaded.bundle);
    if (result.status === 'failed') throw new Error(result.message);
    expect(await real.call('answer')).toBe(then);
  });

  it('is said with its fault, whatever else is only warned of', async () => {
    const loaded = await loadDisk({
      files: { 'ext/index.ts': "export default () => require('./none.js');\nconst = 1;" },
    });
    expect(loaded.diagnostics.map(({ code }) => code)).toContain('bundle_failed');
  });
});
