import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers at once and goes on in microtasks',
  source: attackSource(`
    const again = () => queueMicrotask(again);
    again();
    return say('answered');`),
  expect: { code: 'cpu_limit' },
};
