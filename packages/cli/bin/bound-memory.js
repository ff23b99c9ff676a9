import { accessSync, constants } from 'node:fs';

/**
 * Of each of the two halves of V8's young generation. V8's own bound on a machine with much memory is
 * 64 MiB: a host under load then holds 134 MB for texts that are over, and takes the last fifth of each
 * half in steps of 13 MB, hours later (measured; ARCHITECTURE, "What a host holds").
 */
const BOUND = '--max-semi-space-size=16';
const OWN_BOUND = /semi[-_]space[-_]size/;

/**
 * One arena of malloc in place of one for each thread: 31 MB that stood still for 37 minutes under load, in
 * place of 71 in seven arenas that crept up by 5 MB an hour (measured).
 */
const ARENAS = { MALLOC_ARENA_MAX: '1' };

/** Commands that hold a host for days. */
const LASTING = ['serve', 'mcp'];

/**
 * Becomes the same process with a bound on what V8 holds, which can only be given to a Node that starts.
 * A bound that the operator has set stays. Where a process cannot become another, nothing is bound.
 */
export function boundMemory() {
  const { argv, execArgv, env, execPath } = process;
  const isLasting = LASTING.includes(argv.slice(2).find((word) => !word.startsWith('-')) ?? '');
  if (!isLasting || OWN_BOUND.test(`${env.NODE_OPTIONS} ${execArgv.join(' ')}`)) return;
  // What a parent has opened for this process beside its streams would be lost.
  if (process.connected || typeof process.execve !== 'function') return;
  try {
    // One that fails ends the process.
    accessSync(execPath, constants.X_OK);
    process.execve(execPath, [process.argv0, ...execArgv, BOUND, ...argv.slice(1)], {
      ...ARENAS,
      ...env,
    });
  } catch {
    // Windows, or Node's permission model: it serves as it was started.
  }
}
