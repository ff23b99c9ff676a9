import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { locateRuntime, type RuntimeFiles } from './runtime-files.ts';

/** Bundles the prelude and the runner, takes the snapshot, and puts all in place at once. */
async function buildRuntime(): Promise<void> {
  const files = locateRuntime();
  if (existsSync(files.directory)) return;
  const dist = dirname(files.directory);
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
    takeSnapshot(draft, files);
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
    logLevel: 'silent',
    tsconfig: false,
  });
  const file = join(directory, basename(entry).replace('.ts', '.js'));
  await build.write({ file, format, codeSplitting: false, minify: isGuest });
  await build.close();
}

function takeSnapshot(draft: string, files: RuntimeFiles): void {
  const args = ['--no-node-snapshot', join(draft, 'take-snapshot.js'), files.addon];
  execFileSync(process.execPath, args, { cwd: draft, env: {}, stdio: 'pipe' });
}

/** Whoever renames first wins; the others built the same. Older runtimes may be in use and stay one round. */
function install(draft: string, directory: string): void {
  try {
    renameSync(draft, directory);
  } catch (error) {
    if (!existsSync(directory)) throw error;
  }
  const dist = dirname(directory);
  const old = readdirSync(dist).filter(
    (name) => name.startsWith('runtime-') && join(dist, name) !== directory,
  );
  for (const name of old.slice(0, -3)) rmSync(join(dist, name), { recursive: true, force: true });
}

await buildRuntime();
