import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'throws in setters that run while a refusal of the host becomes an error',
  source: attackSource(`
    for (const name of ['code', 'message', 'stack']) Object.defineProperty(Error.prototype, name, { set() { throw 'trap'; } });
    await ctx.fs.read('x').catch(() => 0);
    return say('answered');`),
  limits: { callMs: 600 },
  expect: { code: 'timeout' },
};
