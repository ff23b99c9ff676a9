import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'throws the error that running out of memory looks like',
  source: attackSource(
    `throw new Error('Isolate was disposed during execution due to memory limit');`,
  ),
  expect: { code: 'execution_failed', message: /memory limit/ },
};
