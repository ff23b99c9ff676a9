import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'asks for one buffer of 4 GB',
  limits: { cpuMs: 4_000 },
  source: attackSource(`return say(new ArrayBuffer(2 ** 32).byteLength);`),
  expect: { code: 'execution_failed', message: /RangeError/ },
};
