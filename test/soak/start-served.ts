import { probeArguments } from './probe-arguments.ts';
import type { SoakParts, StartedSoak } from './run-soak.ts';
import { openServedTarget } from './served-target.ts';
import { SoakLoad } from './soak-load.ts';

/** A real `mortise serve`, and its load in this process. */
export async function startServed({ folder, options, probe }: SoakParts): Promise<StartedSoak> {
  const target = await openServedTarget(folder, [
    ...options.nodeArguments,
    ...probeArguments(probe),
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
