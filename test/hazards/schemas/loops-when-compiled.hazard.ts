import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode } from '../hazard-stage.ts';

export const hazard: Hazard = {
  title: 'has a schema that refers to itself and is called often enough to be compiled',
  script: async (stage) => {
    const fields = `parameters: { type: 'object', anyOf: [{ $ref: '#' }, { not: { $ref: '#' } }] },`;
    await stage.loadWell({
      source: toolSource(fields),
      limits: { cpuMs: 10_000, callMs: 15_000 },
    });
    for (let count = 0; count < 6; count += 1)
      expectCode(await stage.call(), 'execution_failed', /RangeError/);
  },
};
