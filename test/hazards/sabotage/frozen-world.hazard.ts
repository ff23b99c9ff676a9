import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'freezes everything it can reach',
  source: attackSource(`
    const seen = new Set();
    const freeze = (value) => { if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return; seen.add(value);
      try { Object.freeze(value); } catch {} for (const key of Reflect.ownKeys(value)) try { freeze(Reflect.getOwnPropertyDescriptor(value, key).value); } catch {} freeze(Object.getPrototypeOf(value)); };
    freeze(globalThis); freeze(ctx); freeze(params);
    await ctx.sleep(1);
    return say('answered');`),
  expect: { text: 'answered' },
};
