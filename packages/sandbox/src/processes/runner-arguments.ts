import type { RuntimeFiles } from '../runtime/runtime-files.ts';

/** Nothing but the runtime's own files can be read, nothing written, nothing started. */
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
    '--no-warnings',
    files.runner,
    files.snapshot,
    files.addon,
    String(process.pid),
  ];
}
