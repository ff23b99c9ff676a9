import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'starts a program without a grant',
  source: attackSource(`await ctx.process.run('sh', ['-c', 'touch /tmp/pwned']);`),
  expect: { code: 'capability_denied', message: /process/ },
};
