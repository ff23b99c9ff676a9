import { LoadoutRegistry } from '@mortise/core';
import { parseLoadoutYaml } from '@mortise/host';
import type { CaseForm } from '../case-form.ts';
import { compareAsSets, compareExactly } from '../compare.ts';
import { CaseData } from '../conformance-case.ts';
import { describeLoadout } from './case-loadout.ts';
import { checkResolution } from './loadout-resolve-form.ts';

/** `in.yaml`: a loadout file. Expected diagnostics ask for strict reading. */
export const loadoutYamlForm: CaseForm = {
  name: 'loadout file',
  accepts: ({ given }) => given.text('yaml') !== undefined,
  run: ({ given, expect }) => {
    const wanted = new CaseData(expect);
    const strict = wanted.has('diagnostics') || given.get('strict') === true;
    const file = parseLoadoutYaml(given.text('yaml') ?? '', { strict, fileName: 'case.yaml' });
    if (strict) {
      const found = file.diagnostics.map(({ code, path, subject }) => `${code}@${path}:${subject}`);
      return compareAsSets('diagnostics', wanted.get('diagnostics'), found);
    }
    if (file.loadout === undefined) return [{ what: 'loadout', expected: expect, actual: file }];
    if (!given.has('available')) {
      return compareExactly('loadout', expect, describeLoadout(file.loadout, wanted));
    }
    const registry = new LoadoutRegistry();
    registry.register(file.loadout, { layer: 'project', override: file.override });
    return checkResolution(registry, { given, expect }, file.loadout.name);
  },
};
