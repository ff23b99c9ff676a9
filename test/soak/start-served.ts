import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SoakParts, StartedSoak } from './run-soak.ts';
import { openServedTarget } from './served-target.ts';
import { SoakLoad } from './soak-load.ts';

const PROBE = join(import.meta.dirname, 'probe-main.ts');

/** A real `mortise serve`, and its load in this process. */
export async function startServed({ folder, options, probe }: SoakParts): Promise<StartedSoak> {
  const address = pathToFileURL(PROBE);
  address.searchParams.set('file', probe.file);
  address.searchParams.set('everyMs', String(probe.everyMs));
  address.searchParams.set('fillAtMs', String(probe.fillAtMs));
  const target = await openServedTarget(folder, [
    ...options.nodeArguments,
    ...['--import', address.href],
  ]);
  const { signal } = new AbortController();
  const load = new SoakLoad({ target, folder, plan: options.plan, signal });
  const running = load.run();
  return {
    failed: target.ended.then((how) => `The host ended with ${how}.`),
    stop: async () => {
      load.stop();
      const counts = await running;
      await target.close();
      return counts;
    },
  };
}
