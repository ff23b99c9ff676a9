import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectText } from '../hazard-stage.ts';

export const hazard: Hazard = {
  title:
    'is replaced by a new version while its calls run: each call ends in the version it began in',
  script: async (stage) => {
    await stage.loadWell({ source: attackSource(`await ctx.sleep(600); return say('old');`) });
    const call = stage.call();
    await new Promise((next) => setTimeout(next, 250));
    await stage.loadWell({ source: attackSource(`return say('new');`) });
    expectText(await stage.call(), 'new');
    expectText(await call, 'old');
  },
};
