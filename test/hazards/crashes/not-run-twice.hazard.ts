import { expect } from 'vitest';
import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode } from '../hazard-stage.ts';

const FIELDS = `execute: async (id, params, ctx) => {
  ctx.progress('effect');
  await ctx.sleep(20);
  return say(Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1));
},`;

export const hazard: Hazard = {
  title: 'takes its process down after an effect: the call is not run a second time',
  script: async (stage) => {
    const effects: string[] = [];
    await stage.loadWell({ source: toolSource(FIELDS), limits: { cpuMs: 100 } });
    const result = await stage.call({ onProgress: ({ message }) => effects.push(message) });
    expectCode(result, 'cpu_limit');
    expect(result).toMatchObject({ effects: 'unknown' });
    expect(effects).toEqual(['effect']);
  },
};
