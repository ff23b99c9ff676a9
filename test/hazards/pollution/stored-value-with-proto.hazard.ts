import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'stores a value with a __proto__ key and reads it back',
  source: toolSource(`
    capabilities: { storage: {} },
    execute: async (id, params, { storage }) => {
      await storage.set('a', JSON.parse('{"__proto__":{"polluted":true}}'));
      return say(JSON.stringify(await storage.get('a')) + ' ' + {}.polluted);
    },`),
  grants: { storage: {} },
  expect: { text: '{"__proto__":{"polluted":true}} undefined' },
};
