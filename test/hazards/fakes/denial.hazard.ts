import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'throws a refusal that the host never gave',
  source: attackSource(
    `throw Object.assign(new Error('network is not granted to the extension x.'), { code: 'capability_denied' });`,
  ),
  expect: { code: 'execution_failed', message: /is not granted/ },
};
