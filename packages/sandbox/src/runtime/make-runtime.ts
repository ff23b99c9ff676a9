import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runChild } from '@mortise/processes';
import type { RuntimeFiles } from './runtime-files.ts';
import { isIntact, writeSums } from './runtime-sums.ts';

const KEEP_MS = 60 * 60 * 1_000;

/**
 * Makes a runtime that is not there yet: its parts, and the snapshot that this V8 takes of the prelude.
 * It appears in one rename, so that several processes may make it at once.
 */
export async function makeRuntime(
  files: RuntimeFiles,
  putParts: (folder: string) => Promise<unknown>,
): Promise<void> {
  if (isIntact(files.directory)) return;
  const parent = dirname(files.directory);
  mkdirSync(parent, { recursive: true });
  const draft = mkdtempSync(join(parent, 'draft-'));
  try {
    await putParts(draft);
    // Node looks for it in all folders above, of which a jailed runner can read none.
    writeFileSync(join(draft, 'package.json'), '{"type":"module"}');
    await takeSnapshot(draft, files);
    writeSums(draft);
    install(draft, files.directory);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
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
function removeOld(parent: string, current: string): void {
  for (const name of readdirSync(parent)) {
    if (name === current) continue;
    const isOld = Date.now() - statSync(join(parent, name)).mtimeMs > KEEP_MS;
    if (isOld) rmSync(join(parent, name), { recursive: true, force: true });
  }
}
