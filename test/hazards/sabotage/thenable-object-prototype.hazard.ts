import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'makes every object a thenable',
  source: attackSource(`
    Object.prototype.then = function () {};
    return say('answered');`),
  limits: { callMs: 600 },
  expect: { code: 'timeout' },
};
