import { attackSource } from '../attack-source.ts';
import { expectNeighbourReady } from '../expect-neighbour-ready.ts';
import type { Hazard } from '../hazard.ts';
import { expectText } from '../hazard-stage.ts';

const BODY = `globalThis.kept ??= [];
  for (let count = 0; count < 300; count += 1) globalThis.kept.push(new Intl.DateTimeFormat('ar-EG-u-ca-islamic', { dateStyle: 'full', timeStyle: 'full' }));
  return say('left');`;
const CALLS = 60;

export const hazard: Hazard = {
  title: 'fills the process a little more with every call and leaves the bill to its neighbour',
  script: async (stage) => {
    const limits = { cpuMs: 8_000, callMs: 12_000, heapBytes: 200_000_000 };
    await stage.loadWell({ source: attackSource(BODY), limits });
    for (let count = 0; count < CALLS; count += 1) await stage.call();
    await stage.host.extensions.unload(stage.idOf('a'));
    for (const suffix of ['b', 'c', 'd']) {
      await stage.loadWell({ source: attackSource(`return say('innocent');`) }, suffix);
      expectText(await stage.call(), 'innocent');
      await stage.host.extensions.unload(stage.idOf(suffix));
    }
    await expectNeighbourReady(stage);
  },
};
