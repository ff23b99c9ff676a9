import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'reads attachments without a grant',
  source: attackSource(`await ctx.attachments.read('a');`),
  expect: { code: 'capability_denied', message: /attachments/ },
};
