import { isRecord } from '../files/package-view.ts';
import { splitSpecifier } from './package-name.ts';

/** What is only for the development of a package is not what it runs with. */
const FIELDS = ['dependencies', 'peerDependencies', 'optionalDependencies'] as const;

/** The packages that a package.json says it needs, each with the version or place it asks for. */
export function declaredDependencies(
  manifest: { readonly [key: string]: unknown } | undefined,
): ReadonlyMap<string, string> {
  const declared = new Map<string, string>();
  for (const field of FIELDS) {
    const table = manifest?.[field];
    if (!isRecord(table)) continue;
    for (const [name, wanted] of Object.entries(table)) {
      const isName = splitSpecifier(name)?.[1] === '.';
      if (isName && typeof wanted === 'string' && !declared.has(name)) declared.set(name, wanted);
    }
  }
  return declared;
}
