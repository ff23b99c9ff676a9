import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'feeds the microtask queue for ever',
  source: attackSource(`
    const again = () => { Promise.resolve().then(again); };
    again();
    await new Promise(() => 0);`),
  expect: { code: 'cpu_limit' },
};
