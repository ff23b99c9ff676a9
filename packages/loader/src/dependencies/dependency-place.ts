import type { PackageView } from '../files/package-view.ts';
import { isUnder } from '../files/path-inside.ts';
import { foldersAbove } from './installed-folder.ts';
import { areFellowMembers } from './workspace.ts';

/** A package that another one declares, where it was found and where links lead from there. */
export interface FoundDependency {
  readonly name: string;
  /** What package.json asks for: a range, `npm:other@1`, `workspace:*`. */
  readonly wanted: string;
  /** The real folder of the package that declares it. */
  readonly importer: string;
  readonly folder: string;
  readonly real: string;
}

/** pnpm's store for all projects: `<store>/links/@/name/1.0.0/<hash>/node_modules/name`. */
const IN_GLOBAL_STORE =
  /\/links\/(?:@[^/]*\/)?[^/]+\/[^/]+\/[0-9a-zA-Z_-]{24,}\/node_modules\/(?!.*\/node_modules\/)/;
const INSTALLED = '/node_modules/';

/**
 * Whether a package lies where package managers put dependencies. A link in `node_modules` is a file
 * like any other: who made the extension may have made it, too, and it may lead anywhere. So it
 * counts only if it leads to a package of the declared name that is installed around the importer
 * or in pnpm's own store, or to a fellow member of a workspace.
 */
export function isDependencyPlace(found: FoundDependency, view: PackageView): boolean {
  const { folder, real, importer } = found;
  if (folder === real || isUnder(real, importer)) return true;
  if (real.includes(INSTALLED)) return isInstalled(found);
  if (isUnder(importer, real) || !areFellowMembers(importer, real, view)) return false;
  return isNamed(String(view.readObject(`${real}/package.json`)?.['name']), found);
}

function isInstalled(found: FoundDependency): boolean {
  const { real, importer } = found;
  const name = real.slice(real.lastIndexOf(INSTALLED) + INSTALLED.length);
  if (!isNamed(name, found)) return false;
  const around = foldersAbove(importer).map(
    (folder) => `${folder === '/' ? '' : folder}${INSTALLED}`,
  );
  return IN_GLOBAL_STORE.test(real) || around.some((folder) => real.startsWith(folder));
}

/** A dependency may be known by another name than its own, if package.json says by which. */
function isNamed(name: string, { name: declared, wanted }: FoundDependency): boolean {
  if (name === declared) return true;
  const other = /^(?:npm|workspace):(@?[^@]+)(?:@|$)/.exec(wanted)?.[1];
  return name === other || (wanted.startsWith('jsr:') && name === jsrName(declared, wanted));
}

/** `@scope/name` of the JSR registry is `@jsr/scope__name` on a disk. */
function jsrName(declared: string, wanted: string): string {
  const spelt = /^jsr:(@[^@/]+\/[^@/]+)/.exec(wanted)?.[1] ?? declared;
  return `@jsr/${spelt.replace(/^@/, '').replace('/', '__')}`;
}
