import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'throws the error that a time-out looks like',
  source: attackSource(`throw new Error('Script execution timed out.');`),
  expect: { code: 'execution_failed', message: /timed out/ },
};
