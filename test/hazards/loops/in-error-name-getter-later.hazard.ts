import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'rejects later with an error whose name and stack getters loop',
  source: attackSource(`
    await ctx.sleep(1);
    throw { get name() { for (;;); }, get stack() { for (;;); }, message: 'x' };`),
  expect: { code: 'cpu_limit' },
};
