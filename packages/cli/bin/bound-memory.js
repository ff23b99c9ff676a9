import { accessSync, constants } from 'node:fs';

/**
 * What V8 is told, and how to see that the operator has told it already.
 *
 * Each of the two halves of its young generation has 16 MiB. V8's own bound on a machine with much memory
 * is 64 MiB: a host under load then holds 134 MB for texts that are over, and takes the last fifth of each
 * half in steps of 13 MB, hours later (measured; ARCHITECTURE, "What a host holds").
 *
 * Its old generation is collected when it is twice what was in use after the last time. V8 by itself waits
 * for up to four times: 366 MB of resident memory after four minutes under load in place of 251, and more
 * whenever a collection comes late (measured; a collection every 12 s in place of 28).
 */
const BOUNDS = [
  ['--max-semi-space-size=16', /semi[-_]space[-_]size/],
  ['--heap-growing-percent=100', /heap[-_]growing[-_]percent/],
];

/**
 * One arena of malloc in place of one for each thread: 31 MB that stood still for 37 minutes under load, in
 * place of 71 in seven arenas that crept up by 5 MB an hour (measured).
 */
const ARENAS = { MALLOC_ARENA_MAX: '1' };

/** Commands that hold a host for days. */
const LASTING = ['serve', 'mcp'];

/**
 * Becomes the same process with a bound on what V8 holds, which can only be given to a Node that starts.
 * Bounds that the operator has set stay. Where a process cannot become another, nothing is bound.
 */
export function boundMemory() {
  const { argv, execArgv, env, execPath } = process;
  const isLasting = LASTING.includes(argv.slice(2).find((word) => !word.startsWith('-')) ?? '');
  const given = `${env.NODE_OPTIONS} ${execArgv.join(' ')}`;
  const bounds = BOUNDS.filter(([, own]) => !own.test(given)).map(([bound]) => bound);
  if (!isLasting || bounds.length === 0) return;
  // What a parent has opened for this process beside its streams would be lost.
  if (process.connected || typeof process.execve !== 'function') return;
  try {
    // One that fails ends the process.
    accessSync(execPath, constants.X_OK);
    process.execve(execPath, [process.argv0, ...execArgv, ...bounds, ...argv.slice(1)], {
      ...ARENAS,
      ...env,
    });
  } catch {
    // Windows, or Node's permission model: it serves as it was started.
  }
}
