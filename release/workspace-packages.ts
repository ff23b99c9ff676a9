import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/** What this folder reads of a package.json. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly keywords?: readonly string[];
  readonly exports?: Readonly<Record<string, unknown>>;
  /** What stands in the place of fields above in what is packed. */
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> };
  readonly bin?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** A package of this repository that is published. */
export interface WorkspacePackage {
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
  /** An extension is published as its author wrote it: the loader bundles it where it is added. */
  readonly isExtension: boolean;
}

/** All that is published, each after the packages that it needs. */
export function workspacePackages(root: string = ROOT): readonly WorkspacePackage[] {
  const found = globSync('{packages,extensions}/*/package.json', { cwd: root })
    .toSorted()
    .map((path) => readPackage(join(root, dirname(path))))
    .filter(({ manifest }) => manifest.private !== true);
  const sorted = new Map<string, WorkspacePackage>();
  const byName = new Map(found.map((each) => [each.name, each]));
  const add = (each: WorkspacePackage, above: readonly string[]): void => {
    if (above.includes(each.name))
      throw new Error(`a circle: ${[...above, each.name].join(' → ')}`);
    for (const name of neededBy(each.manifest)) {
      const needed = byName.get(name);
      if (needed !== undefined) add(needed, [...above, each.name]);
    }
    sorted.set(each.name, each);
  };
  for (const each of found) add(each, []);
  return [...sorted.values()];
}

export function readPackage(folder: string): WorkspacePackage {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const isExtension = manifest.keywords?.includes('mortise-extension') === true;
  return { name: manifest.name, folder, manifest, isExtension };
}

function neededBy(manifest: Manifest): readonly string[] {
  const { dependencies, peerDependencies, optionalDependencies } = manifest;
  return Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
}
