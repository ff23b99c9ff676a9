import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'reveals a secret without a grant',
  source: attackSource(`await ctx.secrets.reveal('TOKEN');`),
  expect: { code: 'capability_denied', message: /secrets/ },
};
