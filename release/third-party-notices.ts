import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Beside what was bundled: whose code it contains and under which licence. */
export const NOTICES_NAME = 'third-party-notices.txt';

/** Writes the licences of all packages of others that modules were bundled from. */
export function writeNotices(folder: string, modules: readonly string[]): void {
  const roots = new Set(modules.map(packageRoot).filter((root) => root !== undefined));
  const notices = [...roots].map(noticeOf).toSorted();
  writeFileSync(join(folder, NOTICES_NAME), `${[...new Set(notices)].join('\n\n----\n\n')}\n`);
}

/** The folder of the package of others that a module is in. */
function packageRoot(module: string): string | undefined {
  const path = module.replace(/^\0/, '').replace(/\?.*$/, '');
  const match = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path);
  if (match === null || !existsSync(join(match[0], 'package.json'))) return undefined;
  return match[0];
}

function noticeOf(root: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as { readonly name: string; readonly version: string; readonly license?: unknown };
  const files = globSync('{LICEN[CS]E,licen[cs]e,License,COPYING,NOTICE}*', { cwd: root });
  const texts = files.toSorted().map((file) => readText(join(root, file)));
  return [`${name} ${version} (${String(license ?? 'see below')})`, ...texts].join('\n\n');
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return `see ${dirname(path).split('/node_modules/').at(-1) ?? ''}`;
  }
}
