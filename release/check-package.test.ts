import { describe, expect, it } from 'vitest';
import { checkPackage } from './check-package.ts';
import type { UnpackedPackage } from './unpacked-package.ts';
import type { Manifest } from './workspace-packages.ts';

const MANIFEST = {
  name: '@mortise/demo',
  version: '1.0.0',
  description: 'A demo.',
  license: 'MIT',
  engines: { node: '>=24' },
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  dependencies: { yaml: '2.9.1' },
};
const FILES = {
  'README.md': '# demo',
  LICENSE: 'MIT',
  'dist/index.js': "import 'node:fs';\nimport 'yaml';\n",
  'dist/index.d.ts': 'export {};\n',
  'dist/index.js.map': '{"sources":["../src/index.ts"]}',
  'src/index.ts': '',
};

function unpacked(files: Readonly<Record<string, string>>, manifest: object): UnpackedPackage {
  return {
    folder: '/',
    manifest: manifest as Manifest,
    isExtension: false,
    files: Object.keys(files),
    read: (file) => files[file] ?? '',
    [Symbol.dispose]: () => undefined,
  };
}

function faultsOf(files: object, manifest: object): readonly string[] {
  const whole = unpacked({ ...FILES, ...files }, { ...MANIFEST, ...manifest });
  return checkPackage(whole, { words: ['/home/me/mortise', 'npm.corp.example'] });
}

describe('a package that is about to be published', () => {
  it('is taken if all is well', () => {
    expect(faultsOf({}, {})).toEqual([]);
  });

  it.each([
    [{}, { private: true }, 'is private'],
    [{}, { exports: { '.': './src/index.ts' } }, 'an entry is TypeScript: ./src/index.ts'],
    [{}, { exports: { '.': './dist/gone.js' } }, 'an entry is not there: ./dist/gone.js'],
    [{}, { exports: { './*': './dist/index.js' } }, 'exports are open: ./*'],
    [{}, { bin: { demo: './bin/demo.js' } }, 'an entry is not there: ./bin/demo.js'],
    [{}, { scripts: { postinstall: 'node x' } }, 'has an install script: postinstall'],
    [
      {},
      { dependencies: { yaml: '1', '@mortise/x': 'workspace:*' } },
      'depends on @mortise/x by workspace:*',
    ],
    [{}, { dependencies: { yaml: 'link:../yaml' } }, 'depends on yaml by link:../yaml'],
    [{}, { dependencies: {} }, 'dist/index.js imports yaml, which is no dependency'],
    [{ 'src/a.test.ts': '' }, {}, 'has a test: src/a.test.ts'],
    [{ 'src/fixtures/a.txt': '' }, {}, 'has a test: src/fixtures/a.txt'],
    [{ 'src/kit.ts': "import 'vitest'; from 'vitest'" }, {}, 'src/kit.ts imports a tool for tests'],
    [
      { 'dist/b.js.map': '{"sources":["../src/b.ts"]}' },
      {},
      'dist/b.js.map names ../src/b.ts, which is not there',
    ],
    [{ 'dist/b.js': "// made in '/home/me/mortise/x'" }, {}, 'dist/b.js contains /home/me/mortise'],
    [{ 'dist/b.js': "'https://npm.corp.example/x'" }, {}, 'dist/b.js contains npm.corp.example'],
    [
      { 'README.md': '[docs](../../docs/x.md)' },
      {},
      'README.md links out of the package: ../../docs/x.md',
    ],
  ])('is refused for %j %j', (files, manifest, fault) => {
    expect(faultsOf(files, manifest)).toEqual([fault]);
  });

  it.each(['README.md', 'LICENSE'])('is refused without %s', (name) => {
    const { [name as 'LICENSE']: _, ...files } = FILES;
    expect(checkPackage(unpacked(files, MANIFEST), { words: [] })).toEqual([`has no ${name}`]);
  });
});
