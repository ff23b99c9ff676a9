import { builtinModules } from 'node:module';
import { basename } from 'node:path';
import { EXTENSION_ID_PATTERN, MortiseError } from '@mortise/contracts/plain';
import type { Template } from './templates.ts';

export interface ProjectNames {
  /** The id of an extension, or what a host is called: the name of its folder. */
  readonly id: string;
  readonly packageName: string;
}

/** What every registry takes for a new package. */
const PACKAGE_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const LONGEST_PACKAGE_NAME = 214;
const TAKEN = new Set(['node_modules', 'favicon.ico', ...builtinModules]);
const EXTENSION_ID = new RegExp(EXTENSION_ID_PATTERN);

/**
 * What a project in a folder is called. Throws `package_name_invalid` for a folder or a given name
 * that no package can have, with one that it can.
 */
export function nameProject(
  folder: string,
  { kind }: Template,
  givenName: string | undefined,
): ProjectNames {
  const id = basename(folder);
  if (kind === 'extension' && !EXTENSION_ID.test(id)) {
    throw refuse(
      id,
      `is the name of ${folder}; the id of an extension matches ${EXTENSION_ID_PATTERN}.`,
    );
  }
  const derived = kind === 'extension' ? `mortise-ext-${id.toLowerCase()}` : id;
  const packageName = givenName ?? derived;
  if (isPackageName(packageName)) return { id, packageName };
  const place = givenName === undefined ? `is the name of ${folder}` : 'stands behind --name';
  throw refuse(
    packageName,
    `${place}; a package is named in lower case, such as "weather" or "@acme/weather".`,
  );
}

function isPackageName(name: string): boolean {
  return name.length <= LONGEST_PACKAGE_NAME && PACKAGE_NAME.test(name) && !TAKEN.has(name);
}

function refuse(name: string, why: string): MortiseError {
  const better = suggest(name);
  const next = better === undefined ? '' : ` Possible would be "${better}".`;
  return new MortiseError('package_name_invalid', `${JSON.stringify(name)} ${why}${next}`);
}

/** The letters and digits of a name, with dashes between them. */
function suggest(name: string): string | undefined {
  const words = name.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
  const plain = words
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-0-9]+|-+$/g, '')
    .slice(0, 40);
  return plain !== '' && isPackageName(plain) ? plain : undefined;
}
