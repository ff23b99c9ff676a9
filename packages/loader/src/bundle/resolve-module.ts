import { dirname, posix } from 'node:path';
import { exports as mapExports, imports as mapImports } from 'resolve.exports';
import { declaredDependencies } from '../dependencies/declared-dependencies.ts';
import { foldersAbove } from '../dependencies/installed-folder.ts';
import { splitSpecifier } from '../dependencies/package-name.ts';
import { MEMORY_ROOT, type PackageView } from '../files/package-view.ts';
import { isUnder } from '../files/path-inside.ts';
import { builtinName } from './builtins.ts';
import type { BundleReach } from './bundle-reach.ts';

export type ResolvedModule =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'builtin'; readonly name: string }
  /** `linked` names a package whose folder is a link to where no dependency lies. */
  | { readonly kind: 'outside'; readonly linked?: string }
  | { readonly kind: 'undeclared'; readonly name: string }
  | { readonly kind: 'unresolved' };

export interface ResolveParts {
  readonly view: PackageView;
  readonly reach: BundleReach;
  /** The folder of the extension; its own files import nothing by path from outside of it. */
  readonly root: string;
  /** Packages may have different files for the two. */
  readonly isRequired: boolean;
  /** Files for names that no installed package answers to. */
  readonly provided: ReadonlyMap<string, string>;
  /** Importers that get the npm package where others get the module of Node. */
  readonly isGuestFile: (path: string) => boolean;
}

const SOURCES = ['', '.ts', '.tsx', '.mts', '.js', '.jsx', '.mjs', '.cjs', '.json'] as const;
/** Packages that bring both were compiled from one to the other, and are run as the latter. */
const COMPILED = ['', '.js', '.json', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.tsx'] as const;
/** TypeScript sources are imported by the names of what they would compile to. */
const SOURCE_OF: ReadonlyMap<string, string> = new Map([
  ['.js', '.ts'],
  ['.mjs', '.mts'],
  ['.cjs', '.cts'],
  ['.jsx', '.tsx'],
]);
/** A server without a DOM: what is made for such comes before what is made for Node. */
const CONDITIONS = ['mortise', 'edge-light', 'workerd', 'worker', 'node'] as const;
/** Of packages that have nothing else. */
const LAST_CONDITIONS = [...CONDITIONS, 'browser'] as const;
const UNRESOLVED: ResolvedModule = { kind: 'unresolved' };

const OUTSIDE: ResolvedModule = { kind: 'outside' };

/**
 * Node's resolution over a view, with two rules more: a path never leaves the package it stands in,
 * and a name is that of a package that the importer declares or brings along. So no file of the
 * machine gets into a bundle because a package asks for it.
 */
export function resolveModule(
  specifier: string,
  importer: string,
  parts: ResolveParts,
): ResolvedModule {
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) return resolvePath(specifier, importer, parts);
  if (specifier.startsWith('/') || /^[a-z]+:\/\//i.test(specifier)) return OUTSIDE;
  if (specifier.startsWith('#')) return resolveInternal(specifier, importer, parts);
  const builtin = builtinName(specifier);
  if (builtin !== undefined && !parts.isGuestFile(importer)) {
    return { kind: 'builtin', name: builtin };
  }
  return resolvePackage(specifier, importer, parts);
}

/**
 * The folder of the nearest package.json with a name around a file of a package, or the package's;
 * a bare `{ "type": "module" }` has none.
 */
export function scopeOf(
  path: string,
  { view, reach }: Pick<ResolveParts, 'view' | 'reach'>,
): string | undefined {
  const container = reach.containerOf(path);
  if (container === undefined) return undefined;
  const named = foldersAbove(dirname(path), container).find(
    (folder) => typeof view.readObject(posix.join(folder, 'package.json'))?.['name'] === 'string',
  );
  return named ?? container;
}

function resolvePath(specifier: string, importer: string, parts: ResolveParts): ResolvedModule {
  const container = parts.reach.containerOf(importer);
  if (container === undefined) return OUTSIDE;
  return findIn(container, posix.join(dirname(importer), specifier), parts);
}

/** A file of a package by its path. Paths that lead out of it are not even looked at. */
function findIn(container: string, path: string, parts: ResolveParts): ResolvedModule {
  if (!isUnder(path.replace(/(?<=.)\/$/, ''), container)) return OUTSIDE;
  const found = probe(path, parts);
  if (found === undefined) return UNRESOLVED;
  if (found === 'outside' || !parts.reach.isPartOf(container, found)) return OUTSIDE;
  return { kind: 'file', path: found };
}

function resolveInternal(specifier: string, importer: string, parts: ResolveParts): ResolvedModule {
  const root = scopeOf(importer, parts);
  const manifest = root === undefined ? undefined : readPackage(root, parts.view);
  if (root === undefined || manifest === undefined) return UNRESOLVED;
  for (const conditions of [CONDITIONS, LAST_CONDITIONS]) {
    const options = mapOptions(parts, conditions);
    const [target] = attempt(() => mapImports(manifest, specifier, options)) ?? [];
    if (target === undefined) continue;
    if (target.startsWith('.')) return insidePackage(root, target, parts);
    return resolveModule(target, importer, parts);
  }
  return UNRESOLVED;
}

function resolvePackage(specifier: string, importer: string, parts: ResolveParts): ResolvedModule {
  const [name, subpath] = splitSpecifier(specifier) ?? [];
  if (name === undefined || subpath === undefined) return UNRESOLVED;
  const isDeclared = declares(importer, name, parts);
  const installed = findInstalled(name, importer, { ...parts, isDeclared });
  if (installed === 'outside') return { kind: 'outside', linked: name };
  if (installed !== undefined) {
    const manifest = readPackage(installed, parts.view);
    return manifest === undefined
      ? UNRESOLVED
      : resolveIn(manifest, { root: installed, subpath }, parts);
  }
  const own = scopeOf(importer, parts);
  const manifest = own === undefined ? undefined : readPackage(own, parts.view);
  if (own !== undefined && manifest?.name === name && manifest.exports !== undefined) {
    return resolveIn(manifest, { root: own, subpath }, parts);
  }
  const provided = parts.provided.get(specifier);
  if (provided !== undefined) return { kind: 'file', path: provided };
  return isDeclared ? UNRESOLVED : { kind: 'undeclared', name };
}

/** Whether a package.json around a file, inside of its package, names another one; ours always does. */
function declares(importer: string, name: string, parts: ResolveParts): boolean {
  const { view, reach, isGuestFile } = parts;
  if (isGuestFile(importer)) return true;
  const container = reach.containerOf(importer);
  if (container === undefined) return false;
  return foldersAbove(dirname(importer), container).some((folder) =>
    declaredDependencies(view.readObject(posix.join(folder, 'package.json'))).has(name),
  );
}

/** The real folder of a package. Outside of the extension only what is declared is looked for. */
function findInstalled(
  name: string,
  importer: string,
  parts: ResolveParts & { readonly isDeclared: boolean },
): string | undefined {
  const { view, reach, root, isDeclared } = parts;
  const last = isDeclared && !importer.startsWith(`${MEMORY_ROOT}/`) ? undefined : root;
  for (const folder of foldersAbove(dirname(importer), last)) {
    const place = posix.join(folder, 'node_modules', name);
    if (!isDeclared && !reach.isOwn(place)) return undefined;
    if (!view.isFile(posix.join(place, 'package.json'))) continue;
    const real = view.followLinks(place);
    if (reach.admits(real) && (isDeclared || reach.isOwn(real))) return real;
    // Of what is not declared a link is as good as not there: the host may provide what it stands for.
    return isDeclared ? 'outside' : undefined;
  }
  return undefined;
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
  for (const conditions of [CONDITIONS, LAST_CONDITIONS]) {
    const options = mapOptions(parts, conditions);
    const targets = attempt(() => mapExports(manifest, place.subpath, options)) ?? [];
    for (const target of targets) {
      const found = insidePackage(place.root, target, parts);
      if (found.kind !== 'unresolved') return found;
    }
  }
  return UNRESOLVED;
}

function resolveLegacy(
  manifest: PackageFacts,
  place: PackagePlace,
  parts: ResolveParts,
): ResolvedModule {
  if (place.subpath !== '.') return insidePackage(place.root, place.subpath, parts);
  for (const main of mainsOf(manifest)) {
    if (typeof main !== 'string') continue;
    const found = insidePackage(place.root, main, parts);
    if (found.kind !== 'unresolved') return found;
  }
  return UNRESOLVED;
}

function insidePackage(root: string, target: string, parts: ResolveParts): ResolvedModule {
  return findIn(root, posix.join(root, target), parts);
}

/** As Node does: what stands in `module` is for bundlers, and may export something else than `main`. */
function mainsOf({ main, module, browser }: PackageFacts): readonly unknown[] {
  return [main, './index', module, browser];
}

/** The real path of what is at a path or under one of its endings; `outside` if a link leads out. */
function probe(path: string, parts: ResolveParts): string | undefined {
  const { view, reach } = parts;
  const clean = path.replace(/\/$/, '');
  const suffixes = reach.isOwn(clean) && !clean.includes('/node_modules/') ? SOURCES : COMPILED;
  const candidates = suffixes.map((suffix) => `${clean}${suffix}`);
  for (const [compiled, source] of SOURCE_OF) {
    if (clean.endsWith(compiled)) candidates.push(`${clean.slice(0, -compiled.length)}${source}`);
  }
  const isThere = (each: string): boolean => view.look(each) !== 'none';
  const found =
    candidates.find(isThere) ??
    mainOf(clean, parts) ??
    suffixes.map((suffix) => `${clean}/index${suffix}`).find(isThere);
  if (found === undefined) return undefined;
  return view.look(found) === 'file' ? view.followLinks(found) : 'outside';
}

/** A folder with a package.json of its own, as packages have for their parts. */
function mainOf(folder: string, { view }: ResolveParts): string | undefined {
  const manifest = readPackage(folder, view);
  if (manifest === undefined) return undefined;
  return mainsOf(manifest)
    .filter((main) => typeof main === 'string')
    .flatMap((main) =>
      ['', '.js', '.cjs', '/index.js'].map((end) => posix.join(folder, main + end)),
    )
    .find((candidate) => view.look(candidate) !== 'none');
}

type PackageFacts = { readonly name: string } & {
  readonly [key in 'exports' | 'imports' | 'browser' | 'module' | 'main']?: never;
};

function readPackage(root: string, view: PackageView): PackageFacts | undefined {
  const manifest = view.readObject(posix.join(root, 'package.json'));
  // `resolve.exports` checks the maps itself; all it must rely on is that this is an object.
  return manifest === undefined ? undefined : (manifest as unknown as PackageFacts);
}

function mapOptions(
  { isRequired }: ResolveParts,
  conditions: readonly string[],
): { unsafe: true; conditions: string[] } {
  const form = isRequired ? 'require' : 'import';
  return { unsafe: true, conditions: [...conditions, form, 'default'] };
}

function attempt<Value>(run: () => Value): Value | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
