import { attackSource } from '../attack-source.ts';
import { expectNeighbourReady } from '../expect-neighbour-ready.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode } from '../hazard-stage.ts';

export const hazard: Hazard = {
  title: 'gets stuck in native code in a process that others use, twice',
  script: async (stage) => {
    const body = 'return say(Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1));';
    // The neighbour waits until the process is given up: on a busy machine four times as long.
    await stage.loadWell({ source: attackSource(body), limits: { cpuMs: 60 } });
    expectCode(await stage.call(), 'cpu_limit');
    expectCode(await stage.call(), 'cpu_limit');
    await expectNeighbourReady(stage);
  },
};
