import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'searches an array-like of huge length while its result is copied',
  source: attackSource(
    `return { get content() { return Array.prototype.indexOf.call({ length: Number.MAX_SAFE_INTEGER }, 1); } };`,
  ),
  expect: { code: 'cpu_limit' },
};
