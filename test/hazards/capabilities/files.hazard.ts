import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'reads a file without a grant',
  source: attackSource(`await ctx.fs.read('/etc/passwd');`),
  expect: { code: 'capability_denied', message: /fs_reach/ },
};
