import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode } from '../hazard-stage.ts';

const BODY = `
  if (globalThis.kept === undefined) {
    globalThis.kept = await ctx.fs.read('/etc/passwd').catch((error) => error);
    throw globalThis.kept;
  }
  throw globalThis.kept;`;

export const hazard: Hazard = {
  title: 'keeps the refusal of one call and throws it in the next one, which asked for nothing',
  script: async (stage) => {
    await stage.loadWell({ source: attackSource(BODY) });
    expectCode(await stage.call(), 'capability_denied', /fs_reach/);
    expectCode(await stage.call(), 'execution_failed');
  },
};
