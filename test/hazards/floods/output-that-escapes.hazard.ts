import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with data that grows sixfold when it is written as JSON',
  source: attackSource(String.raw`return { content: [], structured: '\u0001'.repeat(200_000) };`),
  expect: { code: 'result_too_large' },
};
