import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode } from '../hazard-stage.ts';

export const hazard: Hazard = {
  title: 'gets arguments that are cyclic, deep, too large or no JSON at all',
  script: async (stage) => {
    await stage.loadWell({ source: attackSource(`return say('ran');`) });
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    let deep: unknown = {};
    for (let level = 0; level < 100; level += 1) deep = { deep };
    const throwing = {
      toJSON() {
        throw new Error('no');
      },
    };
    const hostile = [
      cyclic,
      deep,
      { big: 10n },
      { text: 'x'.repeat(1_100_000) },
      throwing,
      'text',
      [1],
    ];
    for (const args of hostile) expectCode(await stage.call({ args }), 'input_invalid');
  },
};
