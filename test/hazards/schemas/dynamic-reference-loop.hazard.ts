import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has dynamic references that lead to each other',
  source: toolSource(
    `parameters: { type: 'object', $dynamicAnchor: 'a', $defs: { b: { $dynamicAnchor: 'b', $dynamicRef: '#a' } }, allOf: [{ $dynamicRef: '#b' }, { $ref: '#/$defs/b' }] },`,
  ),
  limits: { cpuMs: 10_000, callMs: 15_000 },
  expect: { code: 'execution_failed', message: /RangeError/ },
};
