import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'makes the constructor of every promise a trap',
  source: attackSource(`
    Object.defineProperty(Promise.prototype, 'constructor', { get() { throw new Error('trap'); } });
    return say('answered');`),
  expect: { code: 'execution_failed', message: /trap/ },
};
