import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { SoakParts, StartedSoak } from './run-soak.ts';
import type { SoakCounts } from './soak-counts.ts';

const MAIN = join(import.meta.dirname, 'embedded-main.ts');

/** A program that embeds a host and calls it, in a process of its own. */
export async function startEmbedded({ folder, options, probe }: SoakParts): Promise<StartedSoak> {
  const order = JSON.stringify({ folder, plan: options.plan, probe });
  // In a process group of its own: a terminal that interrupts the soak leaves it to `stop` to end the host.
  const child = spawn(process.execPath, [...options.nodeArguments, MAIN, order], {
    ...{ detached: true, stdio: ['pipe', 'pipe', 'inherit'] },
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
