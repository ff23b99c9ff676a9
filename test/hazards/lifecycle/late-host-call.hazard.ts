import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectText } from '../hazard-stage.ts';

const BODY = `
  globalThis.late ??= 0;
  if (params.isSecond) { await ctx.sleep(50); return say('late ' + globalThis.late); }
  const { storage, sleep } = ctx;
  queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => { for (let count = 0; count < 50; count += 1) storage.set('late', count).then(() => { globalThis.late += 1; }, () => 0); })));
  return say('answered');`;

export const hazard: Hazard = {
  title: 'asks the host after its call has ended, and looks for answers in the next call',
  script: async (stage) => {
    await stage.loadWell({ source: attackSource(BODY) });
    expectText(await stage.call(), 'answered');
    expectText(await stage.call({ args: { isSecond: true } }), 'late 0');
  },
};
