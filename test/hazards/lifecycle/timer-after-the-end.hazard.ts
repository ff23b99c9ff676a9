import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectText } from '../hazard-stage.ts';

const BODY = `
  globalThis.fired ??= 0;
  if (params.isSecond) { await ctx.sleep(60); return say('fired ' + globalThis.fired); }
  setTimeout(() => { globalThis.fired += 1; throw new Error('late'); }, 20);
  setInterval(() => { globalThis.fired += 1; }, 5);
  return say('answered');`;

export const hazard: Hazard = {
  title: 'leaves timers that would fire after its call has ended',
  script: async (stage) => {
    await stage.loadWell({ source: attackSource(BODY) });
    expectText(await stage.call(), 'answered');
    await new Promise((later) => setTimeout(later, 60));
    expectText(await stage.call({ args: { isSecond: true } }), 'fired 0');
  },
};
