import type { RuntimeFiles } from '../runtime/runtime-files.ts';

/**
 * Nothing but the runtime's own files can be read, nothing written, nothing started; and what a runner
 * needs for its start it gives up before its first guest (`dropPermissions`).
 */
export function runnerArguments(files: RuntimeFiles, jit: 'on' | 'off'): readonly string[] {
  return [
    '--no-node-snapshot',
    // Guests pay for their garbage on their own thread, and no other thread is woken up for it.
    '--single-threaded-gc',
    // Neither machine code made while guests run nor WebAssembly.
    ...(jit === 'off' ? ['--jitless'] : []),
    '--permission',
    '--allow-addons',
    '--allow-worker',
    `--allow-fs-read=${files.directory}`,
    `--allow-fs-read=${files.addon}`,
    // It opens files that the permission model does not look at.
    '--no-experimental-sqlite',
    '--no-warnings',
    files.runner,
    files.snapshot,
    files.addon,
    String(process.pid),
  ];
}
