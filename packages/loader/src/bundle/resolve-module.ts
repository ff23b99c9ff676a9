import { dirname, posix } from 'node:path';
import { exports as mapExports, imports as mapImports } from 'resolve.exports';
import { isRecord, type PackageView } from '../files/package-view.ts';
import { builtinName } from './builtins.ts';

export type ResolvedModule =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'builtin'; readonly name: string }
  /** A package says that this module is empty outside Node. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'outside' }
  | { readonly kind: 'unresolved' };

export interface ResolveParts {
  readonly view: PackageView;
  /** The folder of the extension; its own files import nothing by path from outside of it. */
  readonly root: string;
  /** True where packages lie inside the extension or nowhere: an archive, inline source. */
  readonly isSealed: boolean;
  /** Packages may have different files for the two. */
  readonly isRequired: boolean;
  /** Files for names that no installed package answers to. */
  readonly provided: ReadonlyMap<string, string>;
  /** Importers that get the npm package where others get the module of Node. */
  readonly isGuestFile: (path: string) => boolean;
}

const SUFFIXES = ['', '.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json'] as const;
const INDEXES = ['/index.ts', '/index.js', '/index.mjs', '/index.cjs', '/index.json'] as const;
/** TypeScript sources are imported by the names of what they would compile to. */
const SOURCE_OF: ReadonlyMap<string, string> = new Map([
  ['.js', '.ts'],
  ['.mjs', '.mts'],
  ['.cjs', '.cts'],
  ['.jsx', '.tsx'],
]);
const CONDITIONS = ['mortise', 'worker', 'edge-light', 'module', 'browser'] as const;
const UNRESOLVED: ResolvedModule = { kind: 'unresolved' };

/**
 * Node's resolution over a view, with one rule more: a path never leaves the package it stands
 * in. So no file of the machine gets into a bundle because a package asks for it by path.
 */
export function resolveModule(
  specifier: string,
  importer: string,
  parts: ResolveParts,
): ResolvedModule {
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) return resolvePath(specifier, importer, parts);
  if (specifier.startsWith('/') || /^[a-z]+:\/\//i.test(specifier)) return { kind: 'outside' };
  if (specifier.startsWith('#')) return resolveInternal(specifier, importer, parts);
  const builtin = builtinName(specifier);
  if (builtin !== undefined && !parts.isGuestFile(importer)) {
    return { kind: 'builtin', name: builtin };
  }
  return resolvePackage(specifier, importer, parts);
}

/** The folder of the nearest package.json with a name; a bare `{ "type": "module" }` is none. */
export function packageRootOf(path: string, view: PackageView): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const manifest = view.readObject(posix.join(folder, 'package.json'));
    if (manifest !== undefined && typeof manifest['name'] === 'string') return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function resolvePath(specifier: string, importer: string, parts: ResolveParts): ResolvedModule {
  const found = probe(posix.join(dirname(importer), specifier), parts.view);
  if (found === undefined) return UNRESOLVED;
  const root = containerOf(importer, parts);
  if (root === undefined || !isUnder(found, root)) return { kind: 'outside' };
  return substitute(found, root, parts);
}

function containerOf(importer: string, parts: ResolveParts): string | undefined {
  const named = packageRootOf(importer, parts.view);
  if (!isUnder(importer, parts.root)) return named;
  return named !== undefined && isUnder(named, parts.root) ? named : parts.root;
}

function resolveInternal(specifier: string, importer: string, parts: ResolveParts): ResolvedModule {
  const root = containerOf(importer, parts);
  const manifest = root === undefined ? undefined : readPackage(root, parts.view);
  if (root === undefined || manifest === undefined) return UNRESOLVED;
  const [target] = attempt(() => mapImports(manifest, specifier, mapOptions(parts))) ?? [];
  if (target === undefined) return UNRESOLVED;
  if (target.startsWith('.')) return insidePackage(root, target, parts);
  return resolveModule(target, importer, parts);
}

function resolvePackage(specifier: string, importer: string, parts: ResolveParts): ResolvedModule {
  const [name, subpath] = splitSpecifier(specifier);
  for (const folder of foldersAbove(importer, parts)) {
    const root = posix.join(folder, 'node_modules', name);
    const manifest = readPackage(root, parts.view);
    if (manifest !== undefined) return resolveIn(manifest, { root, subpath }, parts);
  }
  const own = containerOf(importer, parts);
  const manifest = own === undefined ? undefined : readPackage(own, parts.view);
  if (own !== undefined && manifest?.name === name && manifest.exports !== undefined) {
    return resolveIn(manifest, { root: own, subpath }, parts);
  }
  const provided = parts.provided.get(specifier);
  return provided === undefined ? UNRESOLVED : { kind: 'file', path: provided };
}

interface PackagePlace {
  readonly root: string;
  /** `.` or `./sub/path`. */
  readonly subpath: string;
}

function resolveIn(
  manifest: PackageFacts,
  place: PackagePlace,
  parts: ResolveParts,
): ResolvedModule {
  if (manifest.exports === undefined) return resolveLegacy(manifest, place, parts);
  const targets = attempt(() => mapExports(manifest, place.subpath, mapOptions(parts))) ?? [];
  for (const target of targets) {
    const found = insidePackage(place.root, target, parts);
    if (found.kind !== 'unresolved') return found;
  }
  return UNRESOLVED;
}

function resolveLegacy(
  manifest: PackageFacts,
  place: PackagePlace,
  parts: ResolveParts,
): ResolvedModule {
  if (place.subpath !== '.') return insidePackage(place.root, place.subpath, parts);
  const mains = [manifest.browser, manifest.module, manifest.main, './index'];
  for (const main of mains) {
    if (typeof main !== 'string') continue;
    const found = insidePackage(place.root, main, parts);
    if (found.kind !== 'unresolved') return found;
  }
  return UNRESOLVED;
}

function insidePackage(root: string, target: string, parts: ResolveParts): ResolvedModule {
  const realRoot = parts.view.followLinks(root);
  const found = probe(posix.join(realRoot, target), parts.view);
  if (found === undefined) return UNRESOLVED;
  return isUnder(found, realRoot) ? substitute(found, realRoot, parts) : { kind: 'outside' };
}

/** The object form of `browser` in package.json: other files, or none, outside Node. */
function substitute(found: string, root: string, parts: ResolveParts): ResolvedModule {
  const browser = readPackage(root, parts.view)?.browser;
  if (!isRecord(browser)) return { kind: 'file', path: found };
  const key = `./${posix.relative(root, found)}`;
  const keys = [key, key.replace(/\.js$/, '')].filter((each) => Object.hasOwn(browser, each));
  const target = keys[0] === undefined ? undefined : browser[keys[0]];
  if (target === false) return { kind: 'empty' };
  if (typeof target !== 'string') return { kind: 'file', path: found };
  const replaced = probe(posix.join(root, target), parts.view);
  return replaced !== undefined && isUnder(replaced, root)
    ? { kind: 'file', path: replaced }
    : { kind: 'file', path: found };
}

function probe(path: string, view: PackageView): string | undefined {
  const clean = path.replace(/\/$/, '');
  const candidates = [...SUFFIXES, ...INDEXES].map((suffix) => `${clean}${suffix}`);
  for (const [compiled, source] of SOURCE_OF) {
    if (clean.endsWith(compiled)) candidates.push(`${clean.slice(0, -compiled.length)}${source}`);
  }
  const found = candidates.find((candidate) => view.isFile(candidate)) ?? mainOf(clean, view);
  return found === undefined ? undefined : view.followLinks(found);
}

/** A folder with a package.json of its own, as old packages have for their parts. */
function mainOf(folder: string, view: PackageView): string | undefined {
  const main = view.readObject(posix.join(folder, 'package.json'))?.['main'];
  if (typeof main !== 'string') return undefined;
  const path = posix.join(folder, main);
  return ['', '.js', '/index.js']
    .map((suffix) => `${path}${suffix}`)
    .find((candidate) => view.isFile(candidate));
}

type PackageFacts = { readonly name: string } & {
  readonly [key in 'exports' | 'imports' | 'browser' | 'module' | 'main']?: never;
};

function readPackage(root: string, view: PackageView): PackageFacts | undefined {
  const manifest = view.readObject(posix.join(root, 'package.json'));
  // `resolve.exports` checks the maps itself; all it must rely on is that this is an object.
  return manifest === undefined ? undefined : (manifest as unknown as PackageFacts);
}

function mapOptions(parts: ResolveParts): { unsafe: true; conditions: string[] } {
  const form = parts.isRequired ? 'require' : 'import';
  return { unsafe: true, conditions: [...CONDITIONS, form, 'default'] };
}

function attempt<Value>(run: () => Value): Value | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

function splitSpecifier(specifier: string): readonly [name: string, subpath: string] {
  const pieces = specifier.split('/');
  const count = specifier.startsWith('@') ? 2 : 1;
  const rest = pieces.slice(count).filter((piece) => piece !== '');
  return [pieces.slice(0, count).join('/'), rest.length === 0 ? '.' : `./${rest.join('/')}`];
}

function foldersAbove(importer: string, parts: ResolveParts): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(importer); ; folder = dirname(folder)) {
    if (!folder.endsWith('/node_modules')) folders.push(folder);
    if (folder === dirname(folder)) return folders;
    if (parts.isSealed && folder === parts.root) return folders;
  }
}

function isUnder(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`);
}
