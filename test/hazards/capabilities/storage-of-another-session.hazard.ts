import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectText } from '../hazard-stage.ts';

const FIELDS = `capabilities: { storage: { scope: 'session' } },
  execute: async (id, { value }, { storage }) => {
    if (value !== undefined) await storage.set('secret', value);
    return say(String(await storage.get('secret')));
  },`;

export const hazard: Hazard = {
  title: 'reads in one session what it stored for another',
  script: async (stage) => {
    await stage.loadWell({ source: toolSource(FIELDS), grants: { storage: {} } });
    const args = { value: 'of one' };
    expectText(await stage.call({ session: 'one', args }), 'of one');
    expectText(await stage.call({ session: 'two' }), 'null');
    expectText(await stage.call({ session: 'one","main' }), 'null');
  },
};
