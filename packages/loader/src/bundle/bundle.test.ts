import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LoadedPackage, loadExtension } from '../load-extension.ts';
import { mapPosition } from '../testing/map-position.ts';
import { openRealSandbox } from '../testing/real-sandbox.ts';

const GUEST = join(import.meta.dirname, '..', 'guest');

type Files = { readonly [path: string]: string };

function makeFolder(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-bundle-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function loadFiles(files: Files, options = {}): Promise<LoadedPackage> {
  const manifest = { 'mortise.json': '{"id":"tested","entry":"index.ts"}' };
  return loadExtension({ kind: 'folder', path: makeFolder({ ...manifest, ...files }) }, options);
}

function loadSource(source: string): Promise<LoadedPackage> {
  return loadExtension({ kind: 'inline', id: 'tested', source });
}

function codesOf(loaded: LoadedPackage): readonly string[] {
  return loaded.diagnostics.map(({ code, message }) => `${code} ${message}`);
}

function bundleOf(loaded: LoadedPackage) {
  if (loaded.status === 'ok') return loaded.bundle;
  throw new Error(codesOf(loaded).join('\n'));
}

/** The source of an extension whose one tool answers with the JSON of an expression. */
function answering(imports: string, expression: string): string {
  return `${imports}
export default (api) => api.registerTool({
  name: 'answer', description: 'a', parameters: { type: 'object' },
  execute: async () => ({ content: [{ type: 'text', text: JSON.stringify(await (async () => ${expression})()) }] }),
});`;
}

async function answerOf(loaded: LoadedPackage): Promise<string> {
  await using real = openRealSandbox();
  const result = await real.load(bundleOf(loaded));
  if (result.status === 'failed') return `${result.code}: ${result.message}`;
  return await real.call('answer');
}

describe('a bundle', () => {
  it('is one text without imports, of TypeScript and JSON, whatever the order of loading', async () => {
    const files = {
      'index.ts': answering(
        "import { double } from './lib/double.js'; import data from './data.json'; import type { X } from './none.ts';",
        'double(data.value as number)',
      ),
      'lib/double.ts': 'export function double(value: number): number { return value * 2; }',
      'data.json': '{"value":21}',
    };
    const [one, two] = [bundleOf(await loadFiles(files)), bundleOf(await loadFiles(files))];
    expect(one.source).not.toMatch(/^\s*import\b/m);
    expect(two.hash).toBe(one.hash);
    expect(one.bytes).toBe(Buffer.byteLength(one.source));
    expect(await answerOf(await loadFiles(files))).toBe('42');
  });

  it.each([
    {
      code: 'process.env.API_KEY',
      message: 'process.env.API_KEY is never set',
      hint: 'ctx.secrets',
    },
    {
      code: 'process.exit(1)',
      message: 'not available in a sandbox: process.exit',
      hint: 'No grant',
    },
    { code: "fetch('https://a.test/')", message: 'needs capability network', hint: 'the manifest' },
  ])('comes with what leads on, where it uses $code', async ({ code, message, hint }) => {
    const loaded = await loadFiles({ 'index.ts': answering('', code) });
    expect(loaded.diagnostics).toContainEqual(
      expect.objectContaining({
        code: 'capability_needed',
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      }),
    );
  });

  it.each([
    { code: "return fs.readFileSync('/a', 'utf8')", line: 4, column: 8 },
    { code: "return read('/a', 'utf8')", line: 2, column: 10 },
    { code: 'return [other.exit, process.exit(1)]', line: 4, column: 21 },
    { code: 'return String(process.env.HOME)', line: 4, column: 15 },
    { code: "return (await fetch('https://a.test/')).status", line: 4, column: 15 },
    { code: 'return typeof WebAssembly.Memory', line: 4, column: 15 },
  ])('says where it uses what only a host can do: $code', async ({ code, line, column }) => {
    const index = `import * as fs from 'node:fs';
import { readFileSync as read } from 'node:fs';
const other = { exit: 1 }; export default (api) => api.registerTool({ name: 'a', description: 'a', parameters: { type: 'object' }, execute: async () => {
${code}
} });`;
    const loaded = await loadFiles({ 'index.ts': index });
    expect(loaded.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'capability_needed', file: 'index.ts', line, column }),
    );
  });

  it('holds what dependencies export for imports, and for require, and no more', async () => {
    const files = {
      'package.json': '{"name":"x"}',
      'index.ts': answering(
        "import { a } from 'dual'; import sub from 'dual/sub'; import { c } from './c.cjs'; import { own } from '#own';",
        '[a, sub, c, own]',
      ),
      'c.cjs': "exports.c = require('dual').a + require('old');",
      'node_modules/dual/package.json':
        '{"name":"dual","sideEffects":false,"exports":{".":{"require":"./a.cjs","import":"./a.mjs"},"./sub":"./sub.js"}}',
      'node_modules/dual/a.mjs': "export const a = 'esm'; export const unused = 'unused-text';",
      'node_modules/dual/a.cjs': "exports.a = 'cjs';",
      'node_modules/dual/sub.js': 'export default 1;',
      'node_modules/old/package.json':
        '{"name":"old","main":"lib","browser":{"./lib/node.js":"./lib/web.js"}}',
      'node_modules/old/lib/index.js': "module.exports = require('./node.js');",
      'node_modules/old/lib/node.js': "module.exports = 'node';",
      'node_modules/old/lib/web.js': "module.exports = 'web';",
    };
    const own = {
      'package.json': '{"name":"x","imports":{"#own":"./own.ts"}}',
      'own.ts': 'export const own = 1',
    };
    const loaded = await loadFiles({ ...files, ...own });
    expect(bundleOf(loaded).source).not.toContain('unused-text');
    expect(await answerOf(loaded)).toBe('["esm",1,"cjsnode",1]');
  });

  it.each([
    { what: 'a path out of the package', specifier: '../secret.ts', then: 'import_outside' },
    { what: 'an absolute path', specifier: '/etc/hostname', then: 'import_outside' },
    {
      what: 'a path through our own files',
      specifier: `${GUEST}/../../package.json`,
      then: 'import_outside',
    },
    { what: 'a file URL', specifier: 'file:///etc/hostname', then: 'import_outside' },
    { what: 'an address', specifier: 'https://example.test/x.js', then: 'import_outside' },
    { what: 'data', specifier: 'data:text/javascript,export default 1', then: 'import_unresolved' },
    { what: 'a package that is not installed', specifier: 'left-pad', then: 'import_unresolved' },
    { what: 'a file that is not there', specifier: './none.ts', then: 'import_unresolved' },
  ])('is not made of $what', async ({ specifier, then }) => {
    const folder = makeFolder({
      'secret.ts': 'export default 1',
      'package.json': '{"name":"around"}',
      'inner/mortise.json': '{"id":"tested","entry":"index.ts"}',
      'inner/index.ts': `import x from '${specifier}'; export default () => x;`,
    });
    const loaded = await loadExtension({ kind: 'folder', path: join(folder, 'inner') });
    expect(loaded).toMatchObject({
      status: 'failed',
      diagnostics: [{ code: then, file: 'index.ts' }],
    });
  });

  it('does not follow a link out of the package (S-9)', async () => {
    const folder = makeFolder({
      'mortise.json': '{"id":"tested","entry":"index.ts"}',
      'index.ts': "import './link.ts';",
    });
    const outside = makeFolder({ 'secret.ts': 'export default 1' });
    symlinkSync(join(outside, 'secret.ts'), join(folder, 'link.ts'));
    expect(codesOf(await loadExtension({ kind: 'folder', path: folder }))[0]).toMatch(
      /^import_outside/,
    );
  });

  it('reports computed imports and missing optional ones, and is made all the same', async () => {
    const loaded = await loadSource(`export default async (api) => {
      const name = api.config?.name; try { require('optional-peer'); } catch {}
      if (name) { await import(name); await import('maybe'); }
    }`);
    expect(loaded.status).toBe('ok');
    expect(codesOf(loaded)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^import_dynamic/),
        'import_unresolved index.ts imports "optional-peer"',
        'import_unresolved index.ts imports "maybe"',
      ]),
    );
  });

  it('that is too large is made without white space, and does the same', async () => {
    const spaced = `export function longName() {\n${'        // \n        void 0;\n'.repeat(300)}  return longName.name;\n}\n`;
    const index = `import fs from 'node:fs';
      import { longName } from './spaced.ts';
      export default (api) => api.registerTool({ name: 'say', description: '', parameters: { type: 'object' },
        execute: () => ({ content: [{ type: 'text', text: longName() + fs.readFileSync(new URL('./a.txt', import.meta.url), 'utf8') }] }) });`;
    const files = { 'index.ts': index, 'spaced.ts': spaced, 'a.txt': ' kept' };
    const whole = await loadFiles(files);
    if (whole.status === 'failed') throw new Error('it must load');
    const compact = await loadFiles(files, { maxBytes: whole.bundle.bytes - 1 });
    if (compact.status === 'failed') throw new Error(codesOf(compact).join());
    expect(compact.bundle.bytes).toBeLessThan(whole.bundle.bytes);
    await using real = openRealSandbox();
    await real.load(compact.bundle);
    expect(await real.call('say')).toBe('longName kept');
  });

  it('that is too large is refused', async () => {
    const source = `export default () => ${JSON.stringify('x'.repeat(5_000))}`;
    const loaded = await loadExtension(
      { kind: 'inline', id: 'tested', source },
      { maxBytes: 5_000 },
    );
    expect(codesOf(loaded)[0]).toMatch(/^bundle_too_large/);
  });

  it.each([
    { what: 'one huge module', sizes: [12_100_000] },
    {
      what: 'many large ones',
      sizes: [11_900_000, 11_900_000, 11_900_000, 11_900_000, 11_900_000],
    },
  ])('of $what is refused before they are parsed', async ({ sizes }) => {
    const pieces = sizes.map((size, index) => [
      `m${index}.ts`,
      `export default "${'x'.repeat(size)}"`,
    ]);
    const imports = sizes.map((_, index) => `import './m${index}.ts';`).join('\n');
    const loaded = await loadFiles({
      ...Object.fromEntries(pieces),
      'index.ts': `${imports} export default 1;`,
    });
    expect(codesOf(loaded)[0]).toMatch(/^bundle_too_large with m\d\.ts/);
  });

  it('of source that does not parse names the place', async () => {
    const loaded = await loadFiles({ 'index.ts': 'export default 1;\nconst = 2;\n\n1;\n' });
    expect(loaded).toMatchObject({
      status: 'failed',
      diagnostics: [{ code: 'bundle_failed', file: 'index.ts', line: 2, column: 7 }],
    });
    expect(loaded.diagnostics[0]?.message).toMatch(/^[^\n]+$/);
    expect(loaded.diagnostics[0]?.message).not.toContain('node_modules');
  });

  it('of source that ends the parser is a diagnostic, and this process lives (S-5)', async () => {
    const source = `export default ${'('.repeat(100_000)}1${')'.repeat(100_000)}`;
    expect(codesOf(await loadSource(source))[0]).toMatch(/^bundle_failed the bundler ended/);
  });

  it('is made without running anything or reading the configuration of its author', async () => {
    const marker = join(mkdtempSync(join(tmpdir(), 'mortise-marker-')), 'ran');
    const write = `require('node:fs').writeFileSync(${JSON.stringify(marker)}, 'x');`;
    const loaded = await loadFiles({
      'index.ts': `${write}; export default () => {};`,
      'package.json': JSON.stringify({
        name: 'x',
        scripts: { postinstall: 'touch ran', prepare: 'touch ran' },
      }),
      'rolldown.config.ts': write,
      'tsconfig.json':
        '{"extends":"/etc/passwd","compilerOptions":{"paths":{"a":["/etc/passwd"]}}}',
    });
    expect(loaded.status).toBe('ok');
    const { existsSync } = await import('node:fs');
    expect(existsSync(marker)).toBe(false);
  });

  it('leads from a position back to the line of the author', async () => {
    const loaded = await loadFiles({
      'index.ts': "import { fail } from './deep/fail.ts';\nexport default () => fail();",
      'deep/fail.ts':
        '// one\n// two\nexport function fail(): never {\n  throw new Error("here");\n}\n',
    });
    expect(mapPosition(bundleOf(loaded), 'new Error("here")')).toBe('deep/fail.ts:4:9');
  });

  it('leaves tools that are instances of a class as they are', async () => {
    const loaded = await loadSource(`
      class Base { #word = 'private'; get description() { return this.#word; } get parameters() { return { type: 'object' }; } }
      class Answer extends Base { name = 'answer'; execute() { return { content: [{ type: 'text', text: this.description }] }; } }
      export default { register(api) { api.registerTool(Object.freeze(new Answer())); } };`);
    expect(await answerOf(loaded)).toBe('private');
  });

  it('says what of import.meta there is to whatever takes it as a whole', async () => {
    const files = {
      'index.ts': answering(
        `import { readFileSync } from 'node:fs';
import { join } from 'node:path';
const { dirname, url: own } = import.meta;
const told = ({ importMeta }) => importMeta.filename;`,
        "[own, told({ importMeta: import.meta }), Object.keys(import.meta).join(), readFileSync(join(dirname, 'a.txt'), 'utf8'), typeof import.meta.env]",
      ),
      'a.txt': 'from a',
    };
    expect(await answerOf(await loadFiles(files))).toBe(
      '["file:///extension/index.ts","/extension/index.ts","dirname,filename,url","from a","undefined"]',
    );
  });

  it('holds the files of the package that its code reads beside itself', async () => {
    const files = {
      'index.ts': answering(
        "import { existsSync, readFileSync } from 'node:fs';\nimport { fileURLToPath } from 'node:url';\nconst name = 'b';",
        `[
          readFileSync(new URL('./assets/a.txt', import.meta.url), 'utf8'),
          readFileSync(fileURLToPath(new URL(\`./assets/\${name}.txt\`, import.meta.url))).toString('hex'),
          existsSync('/etc/passwd'),
        ]`,
      ),
      'assets/a.txt': 'from a',
      'assets/b.txt': 'b',
      'assets/deeper/c.txt': 'not-wanted',
    };
    const loaded = await loadFiles(files);
    expect(Buffer.from(bundleOf(loaded).source).includes(btoa('not-wanted'))).toBe(false);
    expect(await answerOf(loaded)).toBe('["from a","62",false]');
  });
});
