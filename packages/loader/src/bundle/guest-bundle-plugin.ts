import { posix } from 'node:path';
import type { Diagnostic } from '@mortise/contracts';
import { showOnOneLine } from '@mortise/contracts/plain';
import MagicString from 'magic-string';
import type { Plugin } from 'rolldown';
import type { PackageView } from '../files/package-view.ts';
import { loaderDiagnostic } from '../loader-diagnostic.ts';
import type { BundleReach } from './bundle-reach.ts';
import type { BundleRequest } from './bundle-request.ts';
import { entryModule } from './entry-module.ts';
import { CommonJsFiles, isEsModuleOfNode, PACKAGE_OF_ES_MODULES } from './es-module.ts';
import { isGuestFile } from './guest-files.ts';
import { builtinFacade, computedModuleFacade, pluginSdkFacade } from './module-facade.ts';
import { ModuleIds } from './module-ids.ts';
import type { PackageAssets } from './package-assets.ts';
import { type ResolvedModule, resolveModule, scopeOf } from './resolve-module.ts';
import { type ModuleFacts, type ModuleLanguage, scanModule } from './scan-module.ts';
import { showPath } from './show-path.ts';

/** What a run of the bundler leaves behind besides its output. */
export interface Findings {
  readonly diagnostics: Diagnostic[];
  readonly facts: Map<string, ModuleFacts>;
  /** Facades by id: who imports which module of Node or of OpenClaw. */
  readonly modules: Map<string, FacadeUse>;
  /** Packages behind our own polyfills: what they use is our affair. */
  readonly ours: Set<string>;
}

export interface FacadeUse {
  readonly kind: 'builtin' | 'plugin-sdk';
  readonly name: string;
  readonly importer: string;
}

export interface PluginParts {
  readonly request: BundleRequest;
  readonly view: PackageView;
  readonly reach: BundleReach;
  readonly assets: PackageAssets;
  readonly findings: Findings;
}

/** Of one module, and of all that are read for one bundle: a syntax tree is a hundred times larger. */
const MAX_MODULE_CHARS = 12_000_000;
const MAX_READ_CHARS = 48_000_000;
const ENTRY = 'mortise:entry';
const ASSETS = 'mortise:package-files';
const EMPTY = '\0mortise:empty';
/** Behind it stands the name of a module that is not there, and may not have to be. */
const ABSENT = '\0mortise:absent:';
/** Behind it stands the id of a module of CommonJS. */
const HANDED_ON = '\0mortise:handed-on:';
const FACADE = '\0mortise:facade:';
/** A name that no code has; the bundler puts in what stands for it. */
export const COMPUTED_IMPORT = '__mortise_import_computed';
const PLUGIN_SDK = /^(?:openclaw|clawdbot|moltbot)(?:\/|$)/;
const FILE_MODULES: ReadonlySet<string> = new Set([
  'fs',
  'node:fs',
  'fs/promises',
  'node:fs/promises',
]);
export const LANGUAGES: ReadonlyMap<string, ModuleLanguage> = new Map([
  ['.js', 'js'],
  ['.mjs', 'js'],
  ['.cjs', 'js'],
  ['.jsx', 'jsx'],
  ['.ts', 'ts'],
  ['.mts', 'ts'],
  ['.cts', 'ts'],
  ['.tsx', 'tsx'],
]);

/** Every module of a bundle comes through here; the bundler itself reads nothing. */
export function guestBundlePlugin(parts: PluginParts): Plugin {
  const { request, view, assets, findings } = parts;
  const ids = new ModuleIds(request.root);
  const commonJs = new CommonJsFiles(view, MAX_MODULE_CHARS);
  let readChars = 0;
  return {
    name: 'mortise-guest',
    resolveId(specifier, importer, { kind }) {
      if (specifier === ENTRY) return `\0${ENTRY}`;
      if (specifier === ASSETS) return `\0${ASSETS}`;
      if (isGuestFile(specifier)) return { id: specifier, moduleSideEffects: false };
      if (importer === undefined || importer === `\0${ENTRY}`) {
        return { id: specifier, ...formOf(specifier, parts) };
      }
      const isRequired = kind === 'require-call';
      const id = importer.startsWith(HANDED_ON)
        ? specifier
        : resolveImport(specifier, importer, { ...parts, isRequired });
      const moduleSideEffects = hasSideEffects(id, parts);
      if (kind === 'import-statement' && expectsDefault(importer, id, { ...parts, commonJs })) {
        return { id: `${HANDED_ON}${id}.cjs`, moduleSideEffects };
      }
      return { id, moduleSideEffects, ...formOf(id, parts) };
    },
    load(id) {
      if (id === `\0${ENTRY}`) return { code: entryModule(request), moduleType: 'js' };
      if (id === `\0${ASSETS}`) return { code: assets.moduleText(), moduleType: 'js' };
      if (id.startsWith(ABSENT)) return { code: absentModule(id), moduleType: 'js' };
      if (id.startsWith(HANDED_ON)) return { code: handingOn(id), moduleType: 'js' };
      if (id === EMPTY) return { code: 'export default {};', moduleType: 'js' };
      if (id.startsWith(FACADE)) return loadFacade(id, findings);
      const file = loadFile(ids.pathOf(id), request, view);
      readChars += file.code.length;
      if (file.code.length > MAX_MODULE_CHARS || readChars > MAX_READ_CHARS) {
        refuseSize(showPath(id, request.root), findings);
      }
      return file;
    },
    transform(code, id) {
      const lang = LANGUAGES.get(posix.extname(id));
      if (lang === undefined || id.startsWith('\0') || isGuestFile(id)) return null;
      const facts = scanOrGiveUp(code, lang, id.includes('/node_modules/'));
      if (facts === undefined) return { code: unreadableModule(showPath(id, request.root)) };
      findings.facts.set(id, facts);
      const shown = showPath(id, request.root);
      for (const pattern of facts.assets) assets.want(pattern, ids.pathOf(id));
      if (looksAround(facts)) assets.wantManifest(scopeOf(ids.pathOf(id), parts));
      return rewriteMeta(code, facts, { path: `/extension/${shown}`, shape: request.shape });
    },
  };
}

/** A dependency may bring files that are no JavaScript and that its code never comes to: Node finds out when it does. */
function scanOrGiveUp(
  code: string,
  lang: ModuleLanguage,
  isOfDependency: boolean,
): ModuleFacts | undefined {
  try {
    return scanModule(code, lang);
  } catch (error) {
    if (isOfDependency) return undefined;
    throw error;
  }
}

function unreadableModule(shown: string): string {
  const message = JSON.stringify(`${shown} is not JavaScript that can be read`);
  return `module.exports = {}; throw new SyntaxError(${message});`;
}

/** A module that knows where it is and reads files may look for the package.json above it. */
function looksAround(facts: ModuleFacts): boolean {
  const knowsPlace = facts.metaUses.length > 0 || facts.usesDirname || facts.usesFilename;
  return knowsPlace && [...FILE_MODULES].some((name) => facts.imports.has(name));
}

interface ImportParts extends PluginParts {
  readonly isRequired: boolean;
}

function resolveImport(specifier: string, importer: string, parts: ImportParts): string {
  const { request, view, reach, findings, isRequired } = parts;
  if (request.shape === 'openclaw' && PLUGIN_SDK.test(specifier)) {
    return facadeId({ kind: 'plugin-sdk', name: specifier, importer }, findings);
  }
  const { root, provided } = request;
  const ids = new ModuleIds(root);
  const resolved = resolveModule(specifier, ids.pathOf(importer), {
    ...{ view, reach, root, provided, isRequired, isGuestFile },
  });
  if (resolved.kind === 'file') {
    const id = ids.idOf(resolved.path);
    if (isGuestFile(importer) || findings.ours.has(importer)) findings.ours.add(id);
    return id;
  }
  if (resolved.kind === 'builtin') {
    return facadeId({ kind: 'builtin', name: resolved.name, importer }, findings);
  }
  const found = cannotResolve(specifier, importer, { resolved, parts });
  findings.diagnostics.push(found);
  return found.severity === 'error' ? EMPTY : `${ABSENT}${specifier}.cjs`;
}

/** Throws as Node does when the code comes to it, so that what can do without goes on. */
function absentModule(id: string): string {
  const name = id.slice(ABSENT.length, -'.cjs'.length);
  const message = JSON.stringify(`Cannot find module '${name}'`);
  return `module.exports = {}; throw Object.assign(new Error(${message}), { code: 'MODULE_NOT_FOUND' });`;
}

/** What a package says of itself in `sideEffects`; without it, importing is taken to do something. */
function hasSideEffects(id: string, { view, reach, request }: PluginParts): boolean {
  if (isGuestFile(id) || id.startsWith('\0')) return false;
  const path = new ModuleIds(request.root).pathOf(id);
  const root = scopeOf(path, { view, reach });
  if (root === undefined) return true;
  const declared = view.readObject(`${root}/package.json`)?.['sideEffects'];
  if (!Array.isArray(declared)) return declared !== false;
  const inside = posix.relative(root, path);
  return declared.some(
    (pattern) =>
      typeof pattern === 'string' && posix.matchesGlob(inside, pattern.replace(/^\.\//, '')),
  );
}

/** How the bundler takes what a module imports: as Node does, or as bundlers do. */
function formOf(id: string, parts: PluginParts): { readonly packageJsonPath?: string } {
  if (isGuestFile(id) || id.startsWith('\0')) return {};
  const path = new ModuleIds(parts.request.root).pathOf(id);
  return isEsModuleOfNode(path, parts) ? { packageJsonPath: PACKAGE_OF_ES_MODULES } : {};
}

/**
 * Whether a module that is none of Node's imports CommonJS. The bundler takes a module of CommonJS for
 * all that import it as it does for the first; so those that expect something else have one between.
 */
function expectsDefault(
  importer: string,
  id: string,
  parts: PluginParts & { readonly commonJs: CommonJsFiles },
): boolean {
  if ([importer, id].some((each) => each.startsWith('\0') || isGuestFile(each))) return false;
  const ids = new ModuleIds(parts.request.root);
  return !isEsModuleOfNode(ids.pathOf(importer), parts) && parts.commonJs.has(ids.pathOf(id));
}

function handingOn(id: string): string {
  return `module.exports = require(${JSON.stringify(id.slice(HANDED_ON.length, -'.cjs'.length))});`;
}

function facadeId(use: FacadeUse, findings: Findings): string {
  // The bundler tells modules from CommonJS by the end of their names; that of the importer may say `.cjs`.
  const id = `${FACADE}${use.name}:${use.importer}.mjs`;
  findings.modules.set(id, use);
  return id;
}

function loadFacade(id: string, findings: Findings): { code: string; moduleType: 'js' } {
  const use = findings.modules.get(id);
  if (use === undefined) throw new Error(`no module stands behind ${id}`);
  const names = namesTaken(use, findings);
  const isComputed = findings.facts.get(use.importer)?.requiresComputed === true;
  if (use.kind === 'builtin' && use.name === 'module' && isComputed) {
    return { code: computedModuleFacade(names), moduleType: 'js' };
  }
  const code =
    use.kind === 'builtin' ? builtinFacade(use.name, names) : pluginSdkFacade(use.name, names);
  return { code, moduleType: 'js' };
}

/** A guest file takes what it likes; it was not scanned, and it knows what is there. */
export function namesTaken(use: FacadeUse, findings: Findings): ReadonlySet<string> {
  const imports = findings.facts.get(use.importer)?.imports;
  const spellings = use.kind === 'builtin' ? [use.name, `node:${use.name}`] : [use.name];
  return new Set(spellings.flatMap((spelling) => [...(imports?.get(spelling) ?? [])]));
}

function refuseSize(file: string, findings: Findings): never {
  const message = `with ${file} there is more source than a bundle may be made of`;
  findings.diagnostics.push(loaderDiagnostic('bundle_too_large', { message, subject: file, file }));
  throw new Error(message);
}

interface LoadedFile {
  readonly code: string;
  readonly moduleType: ModuleLanguage | 'json';
  /** JSON of the map that a build left beside the file. */
  readonly map?: string;
}

function loadFile(path: string, request: BundleRequest, view: PackageView): LoadedFile {
  const shown = showPath(path, request.root);
  if (path.endsWith('.wasm')) return { code: UNCOMPILED, moduleType: 'js' };
  if (path.endsWith('.node')) return { code: nativeModule(shown), moduleType: 'js' };
  const code = view.readText(path);
  if (code === undefined) throw new Error(`${shown} cannot be read`);
  const extension = posix.extname(path);
  if (extension === '.json') return { code, moduleType: 'json' };
  const moduleType = LANGUAGES.get(extension);
  if (moduleType === undefined) throw new Error(`${shown} is not JavaScript, TypeScript or JSON`);
  const map = view.readObject(`${path}.map`);
  return map === undefined ? { code, moduleType } : { code, moduleType, map: JSON.stringify(map) };
}

/** What is made for `workerd` imports modules of WebAssembly before it needs them; what would run one says that none is there. */
const UNCOMPILED = 'export default {};';

/** Packages with native code often have another way, which they take when it does not load. */
function nativeModule(shown: string): string {
  const message = JSON.stringify(`${shown} is native code, which does not run in a sandbox`);
  return `module.exports = {}; throw Object.assign(new Error(${message}), { code: 'ERR_DLOPEN_FAILED' });`;
}

interface Unresolved {
  readonly resolved: ResolvedModule;
  readonly parts: ImportParts;
}

function cannotResolve(specifier: string, importer: string, at: Unresolved): Diagnostic {
  const { findings, request } = at.parts;
  const { resolved } = at;
  const isDeferred = findings.facts.get(importer)?.deferred.has(specifier) === true;
  const isOutside = resolved.kind === 'outside';
  // An `import` of what is not declared fails in Node before anything runs; a `require` when it is come to.
  const isFoundLater =
    resolved.kind === 'unresolved' || (resolved.kind === 'undeclared' && at.parts.isRequired);
  const isOfDependency =
    isFoundLater && showPath(importer, request.root).startsWith('node_modules/');
  return loaderDiagnostic(isOutside ? 'import_outside' : 'import_unresolved', {
    message: `${showPath(importer, request.root)} imports ${JSON.stringify(specifier)}`,
    subject: specifier,
    file: showPath(importer, request.root),
    ...placeOfImport(textOf(importer, at.parts), specifier),
    // What is imported only when a function runs may be what the code can do without, and so may what a
    // dependency declares and is not installed: whether it comes to that is seen when it runs, as in Node.
    severity: (isDeferred || isOfDependency) && !isOutside ? 'warning' : 'error',
    ...hintFor(resolved, specifier),
  });
}

function textOf(id: string, { request, view }: PluginParts): string {
  return view.readText(new ModuleIds(request.root).pathOf(id)) ?? '';
}

/** Where a module names another: the first place that has it in quotes. */
function placeOfImport(text: string, specifier: string): { line?: number; column?: number } {
  const at = ["'", '"', '`'].map((mark) => text.indexOf(`${mark}${specifier}${mark}`));
  const first = Math.min(...at.filter((index) => index >= 0));
  if (!Number.isFinite(first)) return {};
  const before = text.slice(0, first).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** Names are whatever the package wrote; they end up in terminals. */
function hintFor(resolved: ResolvedModule, specifier: string): { hint?: string } {
  if (resolved.kind === 'unresolved' && /^\.{0,2}\//.test(specifier))
    return { hint: 'There is no such file: correct the path, or add the file.' };
  if (resolved.kind === 'undeclared') {
    const name = showOnOneLine(resolved.name);
    return {
      hint: `Run \`npm install ${name}\` in the folder of the package that imports it: only what its package.json declares is bundled.`,
    };
  }
  if (resolved.kind !== 'outside' || resolved.linked === undefined) return {};
  const name = showOnOneLine(resolved.linked);
  return {
    hint: `node_modules/${name} is a link to a folder that is neither installed nor a member of the same workspace. Install ${name}, or list both folders as members of a pnpm or npm workspace.`,
  };
}

/** With the modules whose names stand in the module: what it computes is most often one of them. */
function computedImport(facts: ModuleFacts, shape: BundleRequest['shape']): string {
  const sdkParts = shape === 'openclaw' ? facts.namedSdkParts : [];
  const table = [...facts.namedBuiltins, ...sdkParts].map((name) => {
    const key = JSON.stringify(name.replace(/^node:/, ''));
    return `${key}: () => require(${JSON.stringify(name)})`;
  });
  return `${COMPUTED_IMPORT}.bind(null, { ${table.join(', ')} })`;
}

/** A module of a bundle has no place of its own; code that asks gets its path inside the package. */
function rewriteMeta(
  code: string,
  facts: ModuleFacts,
  { path, shape }: { readonly path: string; readonly shape: BundleRequest['shape'] },
): { code: string; map: ReturnType<MagicString['generateMap']> } | null {
  const imported = facts.computed.filter(({ start }) => code.startsWith('import', start));
  const places = [
    ...[...facts.metaUses, ...facts.requirers, ...facts.shadows, ...facts.globals],
    ...[...facts.loads, ...facts.oldLiterals, ...imported],
  ];
  if (places.length === 0 && !facts.usesDirname && !facts.usesFilename) return null;
  const text = new MagicString(code);
  const values = { dirname: posix.dirname(path), filename: path, url: `file://${encodeURI(path)}` };
  const edits: readonly Edit[] = [
    ...imported.map(({ start }) => {
      return { start, end: start + 'import'.length, with: computedImport(facts, shape) };
    }),
    ...facts.requirers.map(({ start, end }) => ({ start, end, with: 'require' })),
    ...facts.globals.map(({ start, end, name }) => ({ start, end, with: name })),
    ...facts.loads.map(({ start, end, specifier }) => {
      return { start, end, with: `() => require(${JSON.stringify(specifier)})` };
    }),
    ...facts.oldLiterals.map(({ start, end, text }) => ({ start, end, with: text })),
    ...facts.shadows.map(({ start, end }) => ({ start, end, with: 'require_made' })),
    ...facts.metaUses.map(({ start, end, member }) => {
      const value = JSON.stringify(member === undefined ? values : values[member]);
      // No bracket at the start: the line above may end without a semicolon.
      return { start, end, with: member === undefined ? `Object(${value})` : value };
    }),
  ];
  for (const edit of outermost(edits)) text.overwrite(edit.start, edit.end, edit.with);
  const locals = [
    facts.usesDirname ? `var __dirname = ${JSON.stringify(values.dirname)};` : '',
    facts.usesFilename ? `var __filename = ${JSON.stringify(values.filename)};` : '',
  ].join('');
  text.appendLeft(code.startsWith('#!') ? code.indexOf('\n') + 1 : 0, locals);
  return { code: text.toString(), map: text.generateMap({ hires: true }) };
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly with: string;
}

/** `globalThis.process.getBuiltinModule('module').createRequire(import.meta.url)` becomes one word: what is edited inside goes with it. */
function outermost(edits: readonly Edit[]): readonly Edit[] {
  const kept: Edit[] = [];
  const inOrder = [...edits].sort((a, b) => a.start - b.start || b.end - a.end);
  for (const edit of inOrder) if (edit.start >= (kept.at(-1)?.end ?? 0)) kept.push(edit);
  return kept;
}
