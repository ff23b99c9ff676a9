import { attackSource } from '../attack-source.ts';
import { expectNeighbourReady } from '../expect-neighbour-ready.ts';
import type { Hazard } from '../hazard.ts';
import { expectText } from '../hazard-stage.ts';

export const hazard: Hazard = {
  title: 'uses nearly all the CPU it may in every call, one after the other',
  script: async (stage) => {
    const body = `for (const end = Date.now() + 150; Date.now() < end;); return say('hogged');`;
    await stage.loadWell({ source: attackSource(body), limits: { cpuMs: 4_000 } });
    for (let count = 0; count < 8; count += 1) expectText(await stage.call(), 'hogged');
    await expectNeighbourReady(stage);
  },
};
