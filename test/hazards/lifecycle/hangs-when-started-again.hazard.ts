import { expect } from 'vitest';
import type { Hazard } from '../hazard.ts';
import { expectCode } from '../hazard-stage.ts';

/** Longer than bundling, a runner and registering take on a busy machine: they come before it. */
const LATER_MS = 2_000;

export const hazard: Hazard = {
  title: 'registers at once when it is loaded and never when it is started for a call',
  script: async (stage) => {
    const later = Date.now() + LATER_MS;
    const state = await stage.load({
      limits: { loadMs: 1_000, callMs: 3_000 },
      source: `export default async (api) => {
        api.registerTool({ name: 'attack', description: 'x', parameters: { type: 'object' }, execute: () => ({ content: [{ type: 'text', text: 'x' }] }) });
        if (Date.now() >= ${later}) await new Promise(() => 0);
      };`,
    });
    expect(state.failure).toBeUndefined();
    await new Promise((next) => setTimeout(next, Math.max(0, later + 50 - Date.now())));
    expectCode(await stage.call(), 'extension_unavailable', /start/);
  },
};
