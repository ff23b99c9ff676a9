import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from '@mortise/processes';
import { rolldown } from 'rolldown';
import { DIST, GUEST_TABLES, locateRuntime, type RuntimeFiles } from './runtime-files.ts';
import { isIntact, writeSums } from './runtime-sums.ts';

const KEEP_MS = 60 * 60 * 1_000;

/** Bundles the prelude and the runner, takes the snapshot, and puts all in place at once. */
async function buildRuntime(dist: string): Promise<void> {
  const files = locateRuntime(dist);
  if (isIntact(files.directory)) return;
  mkdirSync(dist, { recursive: true });
  const draft = mkdtempSync(join(dist, 'draft-'));
  try {
    await bundle('../guest/prelude.ts', draft, 'iife');
    for (const entry of [
      '../runner/runner-main.ts',
      '../runner/watch-thread.ts',
      './take-snapshot.ts',
    ]) {
      await bundle(entry, draft, 'esm');
    }
    await takeSnapshot(draft, files);
    writeSums(draft);
    install(draft, files.directory);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function bundle(entry: string, directory: string, format: 'iife' | 'esm'): Promise<void> {
  const input = fileURLToPath(new URL(entry, import.meta.url));
  const isGuest = format === 'iife';
  const build = await rolldown({
    input,
    platform: isGuest ? 'neutral' : 'node',
    resolve: { mainFields: ['module', 'main'] },
    transform: { define: GUEST_TABLES },
    logLevel: 'silent',
    tsconfig: false,
  });
  const file = join(directory, basename(entry).replace('.ts', '.js'));
  // Sloppy functions would show themselves to extensions as the `caller` of theirs.
  const banner = isGuest ? "'use strict';" : '';
  await build.write({ file, format, codeSplitting: false, minify: isGuest, banner });
  await build.close();
}

async function takeSnapshot(draft: string, files: RuntimeFiles): Promise<void> {
  const args = ['--no-node-snapshot', join(draft, 'take-snapshot.js'), files.addon];
  const { end, stderr } = await runChild({ program: process.execPath, args, cwd: draft, env: {} });
  if (end.kind === 'not_started') throw new Error(end.message);
  if (end.code !== 0) throw new Error(`No snapshot was taken: ${stderr.trim()}`);
}

/** The first process to rename wins; the others built the same. What is damaged gives way. */
function install(draft: string, directory: string): void {
  try {
    if (!isIntact(directory)) rmSync(directory, { recursive: true, force: true });
    // Temporary folders are their owner's alone; other accounts run what one of them built.
    chmodSync(draft, 0o755);
    renameSync(draft, directory);
  } catch (error) {
    if (!isIntact(directory)) throw error;
  }
  removeOld(dirname(directory), basename(directory));
}

/** A process that started before an edit may still need the runtime of then. */
function removeOld(dist: string, current: string): void {
  for (const name of readdirSync(dist)) {
    if (name === current) continue;
    const isOld = Date.now() - statSync(join(dist, name)).mtimeMs > KEEP_MS;
    if (isOld) rmSync(join(dist, name), { recursive: true, force: true });
  }
}

await buildRuntime(process.argv[2] ?? DIST);
