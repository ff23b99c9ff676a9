import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with a text that is small in characters and too large in bytes',
  source: attackSource(String.raw`return say('\u4e2d'.repeat(200_000));`),
  expect: { code: 'result_too_large' },
};
