import type { CaseForm } from '../case-form.ts';
import { compareAsSets, compareExactly } from '../compare.ts';
import { activeNames, CaseHost } from './case-host.ts';

/** `in.activeLoadout`, one after the other, as a property of a session whose agent has no loadout. */
export const activeLoadoutForm: CaseForm = {
  name: 'active loadout',
  accepts: ({ given }) => given.has('activeLoadout') && Array.isArray(given.get('registered')),
  run: ({ given, expect }) => {
    const host = new CaseHost({ tools: given.texts('registered').map((name) => ({ name })) });
    const wanted: readonly unknown[] = Array.isArray(expect) ? expect : [];
    const values = [given.get('activeLoadout')].flat();
    return [
      ...compareExactly('number of results', wanted.length, values.length),
      ...values.flatMap((activeLoadout, index) => {
        const named = { agentId: 'a', sessionKey: 's', activeLoadout };
        const { surface } = host.sessions.beginRequest(named);
        return compareAsSets(`activeLoadout ${activeLoadout}`, wanted[index], activeNames(surface));
      }),
    ];
  },
};
