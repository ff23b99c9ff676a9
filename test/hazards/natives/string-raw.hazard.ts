import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'joins a template of huge length',
  source: attackSource(
    `return say(String.raw({ raw: { length: Number.MAX_SAFE_INTEGER } }).length);`,
  ),
  expect: { code: 'cpu_limit' },
};
