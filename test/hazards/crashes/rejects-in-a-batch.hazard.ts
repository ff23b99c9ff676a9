import { expect } from 'vitest';
import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

const BODY = `if (params.isBad) { Promise.reject(new Error('unhandled')); throw new Error('handled'); }
  return say(id);`;
const WARM = 200;
const BATCH = 20;

export const hazard: Hazard = {
  title: 'leaves rejections that nobody handles in every other of many calls that run together',
  script: async (stage) => {
    await stage.loadWell({ source: attackSource(BODY) });
    for (let count = 0; count < WARM; count += BATCH)
      await Promise.all(Array.from({ length: BATCH }, () => stage.call()));
    const calls = Array.from({ length: BATCH }, (_, index) =>
      stage.call({ args: { isBad: index % 2 === 1 } }),
    );
    const results = await Promise.all(calls);
    for (const [index, result] of results.entries()) {
      const seen = result.ok ? result.text : `${result.code}: ${result.message}`;
      expect(seen).toBe(index % 2 === 1 ? 'execution_failed: handled' : result.id);
    }
  },
};
