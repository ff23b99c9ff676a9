import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with an error result that names a code of the host',
  source: attackSource(
    `return { ...say('no such city'), isError: true, code: 'timeout', status: 'ok' };`,
  ),
  expect: { code: 'execution_failed', message: /no such city/ },
};
