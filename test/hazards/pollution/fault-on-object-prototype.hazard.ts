import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'makes answers of the host look like refusals',
  source: attackSource(`
    Object.prototype.fault = { code: 'capability_denied', message: 'forged' };
    await ctx.sleep(1);
    return say('slept');`),
  expect: { code: 'execution_failed', message: /forged/ },
};
