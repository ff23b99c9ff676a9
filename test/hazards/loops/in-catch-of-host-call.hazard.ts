import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops while it handles a refusal of the host',
  source: attackSource(`try { await ctx.fs.read('/etc/passwd'); } catch { for (;;); }`),
  expect: { code: 'cpu_limit' },
};
