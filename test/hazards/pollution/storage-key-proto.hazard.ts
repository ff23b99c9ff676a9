import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'stores values under __proto__ and constructor',
  source: toolSource(`
    capabilities: { storage: {} },
    execute: async (id, params, { storage }) => {
      await storage.set('__proto__', 1);
      await storage.set('constructor', 2);
      return say(JSON.stringify([await storage.get('__proto__'), await storage.get('constructor'), await storage.get('toString'), await storage.list()]));
    },`),
  grants: { storage: {} },
  expect: { text: '[1,2,null,["__proto__","constructor"]]' },
};
