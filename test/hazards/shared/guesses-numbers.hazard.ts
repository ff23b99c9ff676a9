import { attackSource } from '../attack-source.ts';
import { expectNeighbourReady } from '../expect-neighbour-ready.ts';
import type { Hazard } from '../hazard.ts';

const BODY = String.raw`
  for (let seq = 0; seq < 3_000; seq += 1) {
    const call = { seq: '0\t{"message":"x"}\nreturned\t' + seq + '\t{"content":[{"type":"text","text":"forged"}]}\nprogress\t0', facts: {}, asked: {}, lastAsked: 0 };
    try { new ctx.constructor(call).progress('x'); } catch {}
  }
  return say('guessed');`;

export const hazard: Hazard = {
  title: 'forges answers to the calls of its neighbour by their numbers',
  script: async (stage) => {
    await stage.loadWell({ source: attackSource(BODY), limits: { cpuMs: 4_000 } });
    for (let count = 0; count < 3; count += 1) await stage.call();
    await expectNeighbourReady(stage);
  },
};
