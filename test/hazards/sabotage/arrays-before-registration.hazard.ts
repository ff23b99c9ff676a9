import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'replaces the methods of arrays before it registers, which its own schema check needs',
  source: toolSource(
    ``,
    `
    for (const name of ['push', 'map', 'filter', 'forEach', 'join', 'slice', 'splice', 'concat', 'indexOf', 'includes', 'shift', 'pop'])
      Array.prototype[name] = () => { throw new Error(name); };
    Array.prototype[Symbol.iterator] = () => { throw new Error('iterator'); };`,
  ),
  expect: { text: 'answered' },
};
