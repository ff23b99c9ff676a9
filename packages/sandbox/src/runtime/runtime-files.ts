import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isCompiled, runChild } from '@mortise/processes';
import { GUEST_TABLES } from './guest-tables.ts';
import { locateAddon } from './locate-addon.ts';
import { ensurePublished, hashParts } from './published-runtime.ts';
import { RuntimeFault } from './runtime-fault.ts';
import { isIntact } from './runtime-sums.ts';

/** What a runner process is started from. */
export interface RuntimeFiles {
  readonly directory: string;
  readonly runner: string;
  /** What gives up rights and becomes the runner. */
  readonly launcher: string;
  readonly snapshot: string;
  /** The native part of isolated-vm. */
  readonly addon: string;
}

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

const SOURCES = [
  'src/guest',
  'src/guest/web',
  'src/runner',
  'src/runner/compute',
  'src/runtime',
  'src/wire',
  // The launcher, which is bundled into the runtime.
  '../processes/src/jail',
] as const;

/** Where a checkout builds it unless asked otherwise. */
export const BUILT_FOLDER = join(PACKAGE, 'built');

/**
 * The runtime of this sandbox: in a checkout built of its sources, installed made of the parts that
 * were published, in a folder that this user alone can write; `ownFolder` of the host is tried if the
 * user has none.
 */
export function openRuntime(ownFolder?: string): Promise<RuntimeFiles> {
  if (!isCompiled(import.meta.url)) return ensureRuntime();
  return ensurePublished((folder) => locateRuntime(folder), ownFolder);
}

/**
 * The built runtime, building it first if it is missing, damaged or older than its sources.
 * Its directory is named by a hash of everything that goes in and appears in one rename, so that
 * several processes may ask at once.
 */
export async function ensureRuntime(folder: string = BUILT_FOLDER): Promise<RuntimeFiles> {
  const files = locateRuntime(folder);
  if (isIntact(files.directory)) return files;
  requireWritable(folder);
  // Only a checkout has this program: it needs the bundler, which takes long to load.
  const script = fileURLToPath(new URL('./build-runtime.ts', import.meta.url));
  const { end, stderr } = await runChild({
    program: process.execPath,
    args: [script, folder],
    env: {},
  });
  if (end.kind === 'not_started') throw new RuntimeFault('sandbox_unavailable', end.message);
  if (end.code !== 0) {
    const detail = `Its runtime could not be built: ${stderr.trim()}`;
    throw new RuntimeFault('sandbox_unavailable', detail);
  }
  return files;
}

/** A checkout of one account that another one uses: only the first can build there. */
function requireWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    const detail = `Its runtime is not built for these sources, and this account cannot write ${folder}: run \`pnpm build\` there as the owner of the checkout.`;
    throw new RuntimeFault('sandbox_unavailable', detail, { cause });
  }
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
export function locateRuntime(folder: string): RuntimeFiles {
  const directory = join(folder, `runtime-${hashInputs()}`);
  return {
    directory,
    runner: join(directory, 'runner-main.js'),
    launcher: join(directory, 'launcher.cjs'),
    snapshot: join(directory, 'prelude.snapshot'),
    addon: locateAddon(),
  };
}

function hashInputs(): string {
  const hash = createHash('sha256');
  hash.update(`${process.versions.v8} ${process.arch} ${process.platform}`);
  hash.update(readFileSync(join(PACKAGE, 'package.json')));
  if (isCompiled(import.meta.url)) hash.update(hashParts());
  else hashSources(hash);
  return hash.digest('hex').slice(0, 16);
}

function hashSources(hash: ReturnType<typeof createHash>): void {
  hash.update(JSON.stringify(GUEST_TABLES));
  for (const folder of SOURCES) {
    for (const name of readdirSync(join(PACKAGE, folder)).sort()) {
      if (name.endsWith('.ts') && !name.endsWith('.test.ts')) {
        hash.update(name).update(readFileSync(join(PACKAGE, folder, name)));
      }
    }
  }
}
