import type { CaseForm } from '../case-form.ts';
import { compareAsSets, compareExactly } from '../compare.ts';
import { activeNames, CaseHost } from './case-host.ts';

/** `in.activeLoadout`, one after the other, as a property of a session whose agent has no loadout. */
export const activeLoadoutForm: CaseForm = {
  name: 'active loadout',
  accepts: ({ given }) => given.has('activeLoadout') && Array.isArray(given.get('registered')),
  run: async ({ given, expect }) => {
    const host = new CaseHost({ tools: given.texts('registered').map((name) => ({ name })) });
    const wanted: readonly unknown[] = Array.isArray(expect) ? expect : [];
    const values = [given.get('activeLoadout')].flat();
    const found = [...compareExactly('number of results', wanted.length, values.length)];
    for (const [index, activeLoadout] of values.entries()) {
      const named = { agentId: 'a', sessionKey: 's', activeLoadout };
      const { surface } = await host.sessions.beginRequest(named);
      const what = `activeLoadout ${activeLoadout}`;
      found.push(...compareAsSets(what, wanted[index], activeNames(surface)));
    }
    return found;
  },
};
