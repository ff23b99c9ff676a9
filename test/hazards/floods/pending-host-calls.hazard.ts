import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'keeps more host calls open than it may',
  source: attackSource(`
    await Promise.all(Array.from({ length: 60 }, () => ctx.sleep(500)));
    return say('answered');`),
  expect: { code: 'host_call_limit', message: /open at once/ },
};
