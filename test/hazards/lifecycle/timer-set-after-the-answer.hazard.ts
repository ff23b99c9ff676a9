import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectText } from '../hazard-stage.ts';

const BODY = `
  globalThis.calls = (globalThis.calls ?? 0) + 1;
  let hops = 0;
  const later = () => { hops += 1; if (hops < 20) queueMicrotask(later); else setTimeout(() => { for (;;); }, 0); };
  later();
  return say('call ' + globalThis.calls);`;

export const hazard: Hazard = {
  title: 'sets a looping timer in a microtask that runs after its answer was written',
  script: async (stage) => {
    await stage.loadWell({ source: attackSource(BODY) });
    for (const text of ['call 1', 'call 2', 'call 3']) {
      expectText(await stage.call(), text);
      await new Promise((later) => setTimeout(later, 30));
    }
  },
};
