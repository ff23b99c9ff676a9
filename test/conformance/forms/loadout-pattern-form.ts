import { matchesLoadoutPattern } from '@mortise/core';
import type { CaseForm } from '../case-form.ts';
import { compareExactly } from '../compare.ts';

/** `in.name` against `in.pattern`; `expect` says whether it is covered. */
export const loadoutPatternForm: CaseForm = {
  name: 'loadout pattern',
  accepts: ({ given, expect }) =>
    given.text('name') !== undefined &&
    given.text('pattern') !== undefined &&
    typeof expect === 'boolean',
  run: ({ given, expect }) => {
    const matches = matchesLoadoutPattern(given.text('name') ?? '', given.text('pattern') ?? '');
    return compareExactly('matches', expect, matches);
  },
};
