import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'rejects with an error whose getters loop while the sandbox looks at it',
  source: attackSource(`
    Promise.reject({ get message() { for (;;); }, get stack() { for (;;); }, get name() { for (;;); } });
    return say('answered');`),
  expect: { code: 'cpu_limit' },
};
