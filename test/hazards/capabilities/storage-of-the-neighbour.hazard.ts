import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectText } from '../hazard-stage.ts';

const GRANTS = { storage: {} };

export const hazard: Hazard = {
  title: 'reads what another extension has stored, under keys that look like a way there',
  script: async (stage) => {
    const owner = `name: 'keep', capabilities: { storage: {} },
      execute: async (id, params, ctx) => { await ctx.storage.set('secret', 'mine'); return say('kept'); },`;
    const thief = `capabilities: { storage: {} },
      execute: async (id, params, { storage }) => {
        const keys = ['secret', '../${'x'}/secret', '["storage-of-the-neighbour-owner"]', '\\u0000secret'];
        const seen = [];
        for (const key of keys) seen.push(await storage.get(key));
        return say(JSON.stringify([seen, await storage.list()]));
      },`;
    await stage.loadWell({ source: toolSource(owner), grants: GRANTS }, 'owner');
    await stage.loadWell({ source: toolSource(thief), grants: GRANTS }, 'thief');
    expectText(await stage.call({ tool: 'keep' }), 'kept');
    expectText(await stage.call(), '[[null,null,null,null],[]]');
  },
};
