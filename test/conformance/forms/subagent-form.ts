import { fallbackPluginsOf, loadoutOfSubagent } from '@mortise/core';
import type { CaseForm } from '../case-form.ts';
import { compareExactly } from '../compare.ts';

/** `in.types`: per type a list of fallback plugins, or the name of its loadout. */
export const subagentForm: CaseForm = {
  name: 'subagent types',
  accepts: ({ given, expect }) => Array.isArray(given.get('types')) && Array.isArray(expect),
  run: ({ given, expect }) => {
    const wanted: readonly unknown[] = Array.isArray(expect) ? expect : [];
    const actual = given
      .list('types')
      .map((type, index) =>
        Array.isArray(wanted[index])
          ? fallbackPluginsOf(String(type))
          : (loadoutOfSubagent(String(type)) ?? null),
      );
    return compareExactly('types', wanted, actual);
  },
};
