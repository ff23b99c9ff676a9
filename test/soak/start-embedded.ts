import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { SoakParts, StartedSoak } from './run-soak.ts';
import type { SoakCounts } from './soak-counts.ts';

const MAIN = join(import.meta.dirname, 'embedded-main.ts');

/**
 * What `mortise serve` tells its own Node, and ARCHITECTURE advises to embedders. With V8's own bounds the young
 * generation shrinks and fills again by steps of 13 MB at any time (seen: 450, 250, 356, 291, 345 MB within half an
 * hour, with a live heap that changed by 2), which hides what a host itself holds.
 */
const BOUNDS = ['--max-semi-space-size=16', '--heap-growing-percent=100'];
const ARENAS = { MALLOC_ARENA_MAX: '1' };

/** A program that embeds a host and calls it, in a process of its own. */
export async function startEmbedded({ folder, options, probe }: SoakParts): Promise<StartedSoak> {
  const order = JSON.stringify({ folder, plan: options.plan, probe });
  // In a process group of its own: a terminal that interrupts the soak leaves it to `stop` to end the host.
  const child = spawn(process.execPath, [...BOUNDS, ...options.nodeArguments, MAIN, order], {
    ...{ detached: true, stdio: ['pipe', 'pipe', 'inherit'] },
    env: { ...process.env, ...ARENAS },
  });
  const said = text(child.stdout);
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  child.stdin.on('error', () => undefined);
  return {
    failed: ended.then(([code, signal]) => `The host ended with ${signal ?? code}.`),
    stop: async () => {
      child.stdin.end();
      const [code] = await ended;
      if (code !== 0) throw new Error(`The host ended with ${code}.`);
      return JSON.parse((await said).trim().split('\n').at(-1) ?? '') as SoakCounts;
    },
  };
}
