import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with a BigInt',
  source: attackSource(`return { ...say('x'), structured: { number: 10n } };`),
  expect: { code: 'result_invalid' },
};
