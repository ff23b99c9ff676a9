import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildExtension } from '../build-extension.ts';
import type { ExtensionSource } from '../extension-source.ts';
import { loadExtension } from '../load-extension.ts';
import { packExtension } from '../pack-extension.ts';
import { declaring, makeDisk, type Texts } from '../testing/operator-disk.ts';
import { openRealSandbox } from '../testing/real-sandbox.ts';
import { makePackage } from '../testing/tarball.ts';

const COMPILED = "Object.defineProperty(exports, '__esModule', { value: true });";

/** CommonJS as packages have it. */
const FORMS = {
  compiled: `${COMPILED} exports.default = class App {}; exports.named = 'named';`,
  'compiled-default-alone': `${COMPILED} exports.default = { inner: 1 };`,
  'compiled-without-default': `${COMPILED} exports.named = 'named';`,
  'default-that-is-no-module': "exports.default = 'default'; exports.named = 'named';",
  'whole-with-default':
    'module.exports = function whole() {}; module.exports.default = module.exports; module.exports.named = 1;',
  'compiled-whole': `module.exports = function whole() {}; Object.defineProperty(module.exports, '__esModule', { value: true }); module.exports.default = module.exports; module.exports.named = 1;`,
  plain: "exports.named = 'named';",
  text: "module.exports = 'text';",
} as const;

/** Everything that a module can take of another, as JSON. */
const probeOf = (
  form: string,
  passed: string,
) => `import whole, { default as again } from '${form}';
import * as space from '${form}';
import * as passed from '${passed}';
const show = (value, depth = 0) => {
  if (typeof value !== 'function' && typeof value !== 'object') return value;
  const keys = Object.keys(value).filter((key) => key !== 'module.exports' && key !== '__esModule').sort();
  const entries = depth > 2 ? [] : keys.map((key) => [key, show(value[key], depth + 1)]);
  return { is: typeof value, ...Object.fromEntries(entries) };
};
export default async () => {
  const found = { whole, again, space, passed, loaded: await import('${form}') };
  return Object.fromEntries(Object.entries(found).map(([key, value]) => [key, show(value)]));
};`;
const passingOn = (form: string) => `export { default, default as other } from '${form}';
export * from '${form}';`;

interface Importer {
  readonly what: string;
  /** The folder, the ending of its files, and how the entry of the extension imports from it. */
  readonly folder: string;
  readonly end: string;
  readonly from: string;
  readonly more?: Texts;
}

/** Importers that are ES modules for Node. */
const IMPORTERS: readonly Importer[] = [
  { what: 'own TypeScript', folder: 'ts', end: '.ts', from: './ts' },
  { what: 'own JavaScript', folder: 'js', end: '.js', from: './js' },
  { what: 'an own .mts', folder: 'mts', end: '.mts', from: './mts' },
  {
    what: 'a package with "type": "module"',
    ...{ folder: 'node_modules/esm', end: '.js', from: 'esm' },
    more: { 'node_modules/esm/package.json': { name: 'esm', type: 'module' } },
  },
  {
    what: 'an .mjs of a package',
    ...{ folder: 'node_modules/mjs', end: '.mjs', from: 'mjs' },
    more: { 'node_modules/mjs/package.json': { name: 'mjs' } },
  },
  {
    what: 'a folder of a package with a type of its own',
    ...{ folder: 'node_modules/bare/dist/esm', end: '.js', from: 'bare/dist/esm' },
    more: {
      'node_modules/bare/package.json': { name: 'bare' },
      'node_modules/bare/dist/esm/package.json': { type: 'module' },
    },
  },
];

/** Made for bundlers: Node took its ES modules for CommonJS for long. It shares what it imports with the others. */
const BUNDLED: Importer = {
  what: 'a package without a type',
  ...{ folder: 'node_modules/untyped', end: '.js', from: 'untyped' },
  more: { 'node_modules/untyped/package.json': { name: 'untyped' } },
};

const CASES = [...IMPORTERS, BUNDLED].flatMap((importer) =>
  Object.keys(FORMS).map((form) => ({ form, importer, key: `${importer.folder} ${form}` })),
);

function packages(): Texts {
  const files = Object.entries(FORMS).map(([form, code]) => [
    [`node_modules/${form}/package.json`, { name: form, main: 'index.js' }],
    [`node_modules/${form}/index.js`, code],
  ]);
  return Object.fromEntries(files.flat());
}

function probes(): Texts {
  const names = Object.keys(FORMS);
  const files = CASES.flatMap(({ form, importer: { folder, end } }) => [
    [`${folder}/${form}${end}`, probeOf(form, `./${form}-passed${end}`)],
    [`${folder}/${form}-passed${end}`, passingOn(form)],
  ]);
  const more = Object.assign({}, ...[...IMPORTERS, BUNDLED].map((importer) => importer.more ?? {}));
  const deps = [...names, 'esm', 'mjs', 'bare', 'untyped'];
  return { ...Object.fromEntries(files), ...more, 'package.json': declaring(deps) };
}

const IMPORTS = CASES.map(
  ({ form, importer: { from, end } }, index) =>
    `import probe${index} from '${from}/${form}${end}';`,
);
const ALL = `async () => Object.fromEntries(await Promise.all([${CASES.map(({ key }, index) => `['${key}', probe${index}]`).join(', ')}].map(async ([key, probe]) => [key, await probe()])))`;
const EXTENSION = `${IMPORTS.join('\n')}
const all = ${ALL};
export default (api) => api.registerTool({ name: 'answer', description: 'a', parameters: { type: 'object' },
  execute: async () => ({ content: [{ type: 'text', text: JSON.stringify(await all()) }] }) });`;
const PROGRAM = `${IMPORTS.join('\n')}\nconsole.log(JSON.stringify(await (${ALL})()));`;

const MANIFEST = { id: 'tested', entry: 'index.ts', version: '1.0.0' };

/** The same files as a folder that Node runs, too, and where a package manager puts a package. */
function makeExtension(): { readonly folder: string; readonly top: string; readonly files: Texts } {
  const code = { 'index.ts': EXTENSION, 'node.mjs': PROGRAM, 'mortise.json': MANIFEST };
  const files: Texts = { ...packages(), ...probes(), ...code };
  const top = makeDisk({ files: { ...under('ext', files), ...under('node_modules/ext', files) } });
  return { folder: join(top, 'ext'), top, files };
}

function under(folder: string, files: Texts): Texts {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]),
  );
}

async function answerOf(source: ExtensionSource): Promise<Record<string, unknown>> {
  const loaded = await loadExtension(source);
  if (loaded.status === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
  await using real = openRealSandbox();
  const result = await real.load(loaded.bundle);
  if (result.status === 'failed') throw new Error(result.message);
  return JSON.parse(await real.call('answer'));
}

async function packed(folder: string): Promise<Uint8Array> {
  await using real = openRealSandbox();
  const built = await buildExtension(folder, { registerOnce: real.registerOnce });
  if (built.status === 'failed') throw new Error(JSON.stringify(built.diagnostics));
  return (await packExtension(folder, built)).bytes;
}

function archived(files: Texts): Promise<Uint8Array> {
  const texts = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? content : JSON.stringify(content),
  ]);
  return makePackage(Object.fromEntries(texts));
}

describe('CommonJS in a bundle', () => {
  const made = makeExtension();
  let here: Record<string, unknown> = {};
  let there: Record<string, unknown> = {};
  beforeAll(async () => {
    const text = execFileSync(process.execPath, ['--no-warnings', join(made.folder, 'node.mjs')]);
    there = JSON.parse(text.toString());
    here = await answerOf({ kind: 'folder', path: made.folder });
  });

  it.each(CASES.filter(({ importer }) => importer !== BUNDLED))(
    'that is $form gives $importer.what what Node gives it',
    ({ key }) => {
      expect(there[key]).toBeDefined();
      expect(here[key]).toEqual(there[key]);
    },
  );

  it('gives a package without a type what bundlers give it', () => {
    const app = { is: 'function' };
    expect(here[`${BUNDLED.folder} compiled`]).toEqual({
      ...{ whole: app, again: app },
      space: { is: 'object', default: app, named: 'named' },
      passed: { is: 'object', default: app, other: app, named: 'named' },
      loaded: { is: 'object', default: app, named: 'named' },
    });
  });

  it.each([
    {
      what: 'an archive with all its files',
      source: async () => ({ bytes: await archived(made.files), kind: 'archive', name: 'a.tgz' }),
    },
    {
      what: 'what was packed of it',
      source: async () => ({ bytes: await packed(made.folder), kind: 'archive', name: 'p.tgz' }),
    },
    {
      what: 'an installed package',
      source: async () => ({ kind: 'package', name: 'ext', from: made.top }),
    },
  ] satisfies readonly { what: string; source: () => Promise<ExtensionSource> }[])(
    'gives the same from $what',
    async ({ source }) => {
      expect(await answerOf(await source())).toEqual(here);
    },
  );
});

describe('JSON in a bundle', () => {
  it('is its own default, whatever its keys', async () => {
    const folder = makeDisk({
      files: {
        'ext/data.json': { default: 1, named: 2 },
        'ext/index.ts': `import data from './data.json' with { type: 'json' };
export default (api) => api.registerTool({ name: 'answer', description: 'a', parameters: { type: 'object' },
  execute: async () => ({ content: [{ type: 'text', text: JSON.stringify({ data, loaded: (await import('./data.json', { with: { type: 'json' } })).default }) }] }) });`,
      },
    });
    const data = { default: 1, named: 2 };
    const answer = await answerOf({ kind: 'folder', path: join(folder, 'ext') });
    expect(answer).toEqual({ data, loaded: data });
  });
});

describe('CommonJS with a default in a plugin of OpenClaw', () => {
  const plugin = (end: string): Texts => ({
    'package.json': {
      ...declaring(['compiled']),
      version: '1.0.0',
      openclaw: { extensions: [`./index.${end}`] },
      type: 'module',
    },
    'openclaw.plugin.json': { id: 'shaped', configSchema: { type: 'object' } },
    'node_modules/compiled/package.json': { name: 'compiled', main: 'index.js' },
    'node_modules/compiled/index.js': FORMS.compiled,
    [`index.${end}`]: `import App from 'compiled';
export default (api) => api.registerTool({ name: 'answer', description: 'a', parameters: { type: 'object' },
  execute: async () => ({ content: [{ type: 'text', text: JSON.stringify({ is: typeof App }) }] }) });`,
  });
  it.each([
    { what: 'TypeScript, which it compiles', end: 'ts', is: 'function' },
    { what: 'JavaScript, which Node runs', end: 'js', is: 'object' },
  ])('is what OpenClaw gives to $what', async ({ end, is }) => {
    const bytes = await archived(plugin(end));
    expect(await answerOf({ kind: 'archive', bytes, name: 'shaped.tgz' })).toEqual({ is });
  });
});
