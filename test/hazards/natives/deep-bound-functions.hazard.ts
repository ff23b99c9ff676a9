import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'calls a function bound a hundred thousand times',
  source: attackSource(`
    let bound = () => say('called');
    for (let depth = 0; depth < 100_000; depth += 1) bound = bound.bind(null);
    return bound();`),
  limits: { cpuMs: 4_000 },
  expect: { text: 'called' },
};
