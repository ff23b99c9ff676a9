import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INSTALL_MS = 300_000;

/** Packages by name, with the version that is tried. */
export type PackageVersions = { readonly [name: string]: string };

/** Where packages of a sweep lie from one run to the next. */
export function sweepFolder(name: string): string {
  const caches = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return join(process.env['MORTISE_SWEEP_CACHE'] ?? join(caches, 'mortise-sweep'), name);
}

/**
 * Installs what the package.json in a folder declares, with the ordinary npm client, from wherever it is
 * set to. Nothing of the packages runs: their install scripts do not. Answers why it cannot be installed.
 */
export async function installFolder(folder: string): Promise<string | undefined> {
  const wanted = await readFile(join(folder, 'package.json'), 'utf8');
  const done = join(folder, '.installed');
  if ((await readFile(done, 'utf8').catch(() => '')) === wanted) return undefined;
  const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  try {
    await run('npm', ['install', '--prefer-offline', '--loglevel=error', ...flags], {
      ...{ cwd: folder, timeout: INSTALL_MS, maxBuffer: 50_000_000 },
    });
  } catch (error) {
    const said = String(Reflect.get(error as object, 'stderr') ?? error);
    // Where npm looks is the user's own affair.
    const text = said.replaceAll(/https?:\/\/[^/\s]+\/+/g, '');
    return `npm cannot install it: ${/npm error (?!code)\S.*/.exec(text)?.[0] ?? text.slice(0, 200)}`;
  }
  await writeFile(done, wanted);
  return undefined;
}

/** The newest version of each package, as npm says. */
export async function newestVersions(names: readonly string[]): Promise<PackageVersions> {
  const found: { [name: string]: string } = {};
  for (const name of names) {
    const { stdout } = await run('npm', ['view', name, 'version'], { timeout: 60_000 });
    found[name] = stdout.trim().split('\n').at(-1) ?? '';
  }
  return found;
}
