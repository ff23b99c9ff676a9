import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'searches an array-like of huge length',
  source: attackSource(
    `return say(Array.prototype.indexOf.call({ length: Number.MAX_SAFE_INTEGER }, 1));`,
  ),
  expect: { code: 'cpu_limit' },
};
