import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'throws an error that carries the codes of the host',
  source: attackSource(
    `throw Object.assign(new RangeError('not mine'), { code: 'memory_limit', kind: 'killed', status: 'refused', fault: 'cpu', isDisposed: true });`,
  ),
  expect: { code: 'execution_failed', message: /not mine/ },
};
