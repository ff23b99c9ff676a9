import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Beside what was bundled: whose code it contains and under which licence, for people and programs. */
const NOTICES_NAME = 'third-party-notices.txt';
export const BUNDLED_NAME = 'third-party.json';

/** A package of others that is inside one of ours. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly licenses: readonly [{ readonly expression: string }];
}

/** Writes the names and licences of all packages of others that modules were bundled from. */
export function writeNotices(folder: string, modules: readonly string[]): void {
  const roots = [...new Set(modules.map(packageRoot).filter((root) => root !== undefined))];
  const notices = new Map(roots.map((root) => [noticeOf(root), bundledPackage(root)]));
  const sorted = [...notices].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = sorted.map(([notice]) => notice).join('\n\n----\n\n');
  writeFileSync(join(folder, NOTICES_NAME), `${text}\n`);
  const packages = sorted.map(([, bundled]) => bundled);
  writeFileSync(join(folder, BUNDLED_NAME), `${JSON.stringify(packages, null, 2)}\n`);
}

/** The folder of the package of others that a module is in. */
function packageRoot(module: string): string | undefined {
  const path = module.replace(/^\0/, '').replace(/\?.*$/, '');
  const match = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path);
  return match !== null && existsSync(join(match[0], 'package.json')) ? match[0] : undefined;
}

function bundledPackage(root: string): BundledPackage {
  const { name, version, license } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as { readonly name: string; readonly version: string; readonly license?: string };
  return { name, version, licenses: [{ expression: license ?? 'NOASSERTION' }] };
}

function noticeOf(root: string): string {
  const { name, version, licenses } = bundledPackage(root);
  const files = globSync('{LICEN[CS]E,licen[cs]e,License,COPYING,NOTICE}*', { cwd: root });
  const texts = files.toSorted().map((file) => readFileSync(join(root, file), 'utf8').trim());
  return [`${name} ${version} (${licenses[0].expression})`, ...texts].join('\n\n');
}
