import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'asks the host for thousands of things at once',
  source: attackSource(`
    await Promise.all(Array.from({ length: 5_000 }, () => ctx.sleep(1)));
    return say('answered');`),
  expect: { code: 'host_call_limit' },
};
