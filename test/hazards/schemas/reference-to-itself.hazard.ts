import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has a schema that refers to itself without end',
  source: toolSource(`parameters: { type: 'object', allOf: [{ $ref: '#' }] },`),
  limits: { cpuMs: 10_000, callMs: 15_000 },
  expect: { code: 'execution_failed', message: /RangeError/ },
};
