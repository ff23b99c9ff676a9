import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with a date that cannot be written',
  source: attackSource(
    `return { ...say('x'), structured: { date: { toJSON() { return new Date(NaN).toISOString(); } } } };`,
  ),
  expect: { code: 'result_invalid' },
};
