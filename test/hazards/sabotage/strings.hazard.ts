import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'replaces the methods of texts',
  source: attackSource(`
    for (const name of Object.getOwnPropertyNames(String.prototype)) if (name !== 'constructor' && name !== 'length') String.prototype[name] = () => 'forged';
    console.log('x'.repeat);
    throw new Error('honest');`),
  expect: { code: 'execution_failed', message: /^honest$/ },
};
