import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has alternatives of alternatives that must all be tried',
  source: toolSource(`
    parameters: (() => { let level = { type: 'object', required: ['never'] };
      const $defs = {};
      for (let depth = 0; depth < 30; depth += 1) { $defs['d' + depth] = level; const $ref = '#/$defs/d' + depth; level = { anyOf: [{ $ref }, { $ref }, { not: { anyOf: [{ $ref }, { $ref }] }, required: ['never'] }] }; }
      return { type: 'object', $defs, ...level }; })(),`),
  args: { a: { a: { a: { a: {} } } } },
  expect: { code: 'cpu_limit' },
};
