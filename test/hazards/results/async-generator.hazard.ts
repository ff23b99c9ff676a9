import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with an async generator',
  source: toolSource(`async *execute() { yield say('x'); },`),
  expect: { code: 'result_invalid' },
};
