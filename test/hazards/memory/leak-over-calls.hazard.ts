import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode, expectText } from '../hazard-stage.ts';

const LEAK = `for (let count = 0; count < 200_000; count += 1) globalThis.kept.push({ count });
  return say(globalThis.kept.length);`;
const MOST_CALLS = 60;

export const hazard: Hazard = {
  title: 'keeps a little of every call until there is no memory left, and starts clean afterwards',
  script: async (stage) => {
    const limits = { cpuMs: 10_000, callMs: 15_000, heapBytes: 24_000_000 };
    await stage.loadWell({ source: attackSource(LEAK, 'globalThis.kept = [];'), limits });
    let result = await stage.call();
    for (let count = 0; result.ok && count < MOST_CALLS; count += 1) result = await stage.call();
    expectCode(result, 'memory_limit');
    expectText(await stage.call(), '200000');
  },
};
