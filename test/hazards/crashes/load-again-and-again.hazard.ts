import { expect } from 'vitest';
import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectText } from '../hazard-stage.ts';

const SOURCE = `'x'.repeat(1 << 28).split('');\nexport default () => 0;`;

export const hazard: Hazard = {
  title: 'takes the loading process down again and again while honest extensions load',
  script: async (stage) => {
    const limits = { loadMs: 15_000 };
    for (let count = 0; count < 3; count += 1) {
      const [bad] = await Promise.all([
        stage.load({ source: `${SOURCE}//${count}`, limits }, `bad${count}`),
        stage.loadWell({ source: attackSource(`return say('honest');`), limits }, 'good'),
      ]);
      expect(bad.failure?.code).toMatch(/^(memory_limit|sandbox_crashed)$/);
      expectText(await stage.call(), 'honest');
    }
  },
};
