import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'asks for operations that no capability has',
  source: toolSource(`
    capabilities: { storage: {} },
    execute: async (id, params, ctx) => say([typeof ctx.storage.constructor.x, typeof ctx.storage.clear, typeof ctx.storage.namespaces].join(' ')),`),
  grants: { storage: {} },
  expect: { text: 'undefined undefined undefined' },
};
