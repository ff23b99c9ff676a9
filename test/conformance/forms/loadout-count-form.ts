import { MortiseError, type ToolLoadout } from '@mortise/contracts';
import { createLoadout, LoadoutRegistry } from '@mortise/core';
import type { CaseForm, Mismatch } from '../case-form.ts';
import { compareExactly } from '../compare.ts';
import { CaseData } from '../conformance-case.ts';
import { readCaseLoadout } from './case-loadout.ts';

/** `expect.count`: how many loadouts there are at the start and after each of `in.loadouts`, or each new name. */
export const loadoutCountForm: CaseForm = {
  name: 'loadout count',
  accepts: ({ expect }) => Array.isArray(new CaseData(expect).get('count')),
  run: ({ given, expect }) => {
    const wanted = new CaseData(expect).list('count');
    const registry = new LoadoutRegistry();
    const counts = [registry.getAll().length];
    const loadouts = given.list('loadouts').map((raw) => readCaseLoadout(new CaseData(raw)));
    for (let index = 0; counts.length < wanted.length; index += 1) {
      registry.register(loadouts[index] ?? createLoadout({ name: `case-${index}` }));
      counts.push(registry.getAll().length);
    }
    return [
      ...compareExactly('count', wanted, counts),
      ...compareExactly(
        'get of an unknown name',
        undefined,
        registry.getLoadout('no such loadout'),
      ),
      ...refusesNull(registry),
    ];
  },
};

function refusesNull(registry: LoadoutRegistry): readonly Mismatch[] {
  try {
    registry.register(null as unknown as ToolLoadout);
    return [{ what: 'register(null)', expected: 'throws', actual: 'did not throw' }];
  } catch (error) {
    return MortiseError.is(error)
      ? []
      : [{ what: 'register(null)', expected: 'MortiseError', actual: error }];
  }
}
