import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTENT_PARTS, HANDLE_OUTLINES } from '@mortise/contracts';
import { runChild } from '@mortise/processes';
import { isIntact } from './runtime-sums.ts';

/** What a runner process is started from. */
export interface RuntimeFiles {
  readonly directory: string;
  readonly runner: string;
  readonly snapshot: string;
  /** The native part of isolated-vm. */
  readonly addon: string;
}

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
/** What the guest knows of the contracts, as JSON by the name it uses: schemas stay outside. */
export const GUEST_TABLES = {
  CAPABILITY_HANDLES: JSON.stringify(HANDLE_OUTLINES),
  CONTENT_PARTS: JSON.stringify(CONTENT_PARTS),
} as const;

const SOURCES = ['src/guest', 'src/runner', 'src/runtime', 'src/wire'] as const;

/** Where it is built unless asked otherwise. */
export const DIST = join(PACKAGE, 'dist');

/**
 * The built runtime, building it first if it is missing, damaged or older than its sources.
 * Its directory is named by a hash of everything that goes in and appears in one rename, so that
 * several processes may ask at once.
 */
export async function ensureRuntime(dist: string = DIST): Promise<RuntimeFiles> {
  const files = locateRuntime(dist);
  if (isIntact(files.directory)) return files;
  const script = fileURLToPath(new URL('./build-runtime.ts', import.meta.url));
  const { end, stderr } = await runChild({
    program: process.execPath,
    args: [script, dist],
    env: {},
  });
  if (end.kind === 'not_started') throw new Error(end.message);
  if (end.code !== 0) throw new Error(`The runtime could not be built: ${stderr.trim()}`);
  return files;
}

/** Says which runtime this is, without building it: other sources or another V8 have another name. */
export function runtimeName(): () => string {
  let name: string | undefined;
  return () => {
    name ??= hashInputs();
    return name;
  };
}

/** Where the runtime for these sources and this V8 is or will be. */
export function locateRuntime(dist: string): RuntimeFiles {
  const directory = join(dist, `runtime-${hashInputs()}`);
  return {
    directory,
    runner: join(directory, 'runner-main.js'),
    snapshot: join(directory, 'prelude.snapshot'),
    addon: locateAddon(),
  };
}

function hashInputs(): string {
  const hash = createHash('sha256');
  hash.update(`${process.versions.v8} ${process.arch} ${process.platform}`);
  hash.update(readFileSync(join(PACKAGE, 'package.json')));
  hash.update(JSON.stringify(GUEST_TABLES));
  for (const folder of SOURCES) {
    for (const name of readdirSync(join(PACKAGE, folder)).sort()) {
      if (name.endsWith('.ts') && !name.endsWith('.test.ts')) {
        hash.update(name).update(readFileSync(join(PACKAGE, folder, name)));
      }
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function locateAddon(): string {
  const require = createRequire(import.meta.url);
  const main = require.resolve('isolated-vm');
  const finder = createRequire(main)('node-gyp-build') as { resolve(directory: string): string };
  return finder.resolve(dirname(main));
}
