import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { RECORD_NAME, stampOf } from '../../bin/locate-main.js';
import { keepPlaces } from './keep-places.ts';

const PACKAGE = join(import.meta.dirname, '..', '..');
const LOCK_FILE = join(PACKAGE, '..', '..', 'pnpm-lock.yaml');

/**
 * Makes a few JavaScript files of the command and all packages behind it, and a record of what they
 * were made of. The record is taken away first and written last: a build that is cut off, or under
 * way, is not used.
 */
export async function buildCommand(folder: string): Promise<void> {
  rmSync(join(folder, RECORD_NAME), { force: true });
  const modules = await bundleCommand(folder, keepPlaces(folder));
  writeRecord(folder, modules.filter(isOurs));
}

/** Bundles the command into a folder and answers the paths of what went into it. */
export async function bundleCommand(folder: string, places: Plugin): Promise<readonly string[]> {
  const build = await rolldown({
    input: {
      main: join(PACKAGE, 'src', 'main.ts'),
      // A thread starts with a file of its own.
      'operator-worker': join(PACKAGE, 'src', 'commands', 'operator-worker.ts'),
    },
    platform: 'node',
    // pino and jsonc-parser load files of their own at run time; the bundler is native.
    external: /^(?:jsonc-parser|pino|rolldown)(?:\/|$)/,
    plugins: [places],
    logLevel: 'silent',
    tsconfig: false,
  });
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  removeOthers(folder, new Set(output.map(({ fileName }) => fileName)));
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}

/** Packages of others change with the lock file only. */
function isOurs(path: string): boolean {
  return path.startsWith('/') && !path.includes('/node_modules/');
}

function removeOthers(folder: string, made: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) {
    if (!made.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function writeRecord(folder: string, sources: readonly string[]): void {
  const files = [LOCK_FILE, ...sources].map((path) => relative(PACKAGE, path)).toSorted();
  const draft = join(folder, `${RECORD_NAME}.${process.pid}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(draft, JSON.stringify(Object.fromEntries(files.map((f) => [f, stampOf(f)]))));
  renameSync(draft, join(folder, RECORD_NAME));
}
