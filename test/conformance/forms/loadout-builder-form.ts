import { MortiseError, type ToolCategory } from '@mortise/contracts';
import { LoadoutBuilder } from '@mortise/core';
import type { CaseForm, Mismatch } from '../case-form.ts';
import { compareExactly } from '../compare.ts';
import { CaseData } from '../conformance-case.ts';
import { describeLoadout } from './case-loadout.ts';

type Step = (builder: LoadoutBuilder, value: string) => unknown;

const STEPS: ReadonlyMap<string, Step> = new Map<string, Step>([
  ['create', (_builder, value) => LoadoutBuilder.create(value)],
  ['extends', (builder, value) => builder.extends(value)],
  ['includeCategory', (builder, value) => builder.includeCategory(value as ToolCategory)],
  ['addPlugin', (builder, value) => builder.addPlugin(value)],
  ['addDiscoverable', (builder, value) => builder.addDiscoverable(value)],
  ['disable', (builder, value) => builder.disable(value)],
]);

const STEP_OF_FIELD: ReadonlyMap<string, string> = new Map([
  ['parent', 'extends'],
  ['categories', 'includeCategory'],
  ['plugins', 'addPlugin'],
  ['discoverable', 'addDiscoverable'],
  ['disabled', 'disable'],
]);

/** Steps of the builder by their names, with the values each is called with. */
export const loadoutBuilderForm: CaseForm = {
  name: 'loadout builder',
  accepts: ({ given }) => given.keys().length > 0 && given.keys().every((key) => STEPS.has(key)),
  run: ({ given, expect }) => {
    if (typeof expect === 'string') return expectThrows(given, expect);
    const wanted = new CaseData(expect);
    const builder = LoadoutBuilder.create(given.text('create') ?? 'case');
    takeSteps(builder, given);
    return compareExactly('built', expect, describeLoadout(builder.build(), wanted));
  },
};

/** `in.build` is built, then the steps of `in.then`, if any, are taken; what was built is compared. */
export const loadoutImmutabilityForm: CaseForm = {
  name: 'loadout immutability',
  accepts: ({ given }) => given.has('build'),
  run: ({ given, expect }) => {
    const parts = given.data('build');
    const builder = LoadoutBuilder.create(parts.text('name') ?? 'case');
    for (const [field, step] of STEP_OF_FIELD) takeStep(builder, step, parts.get(field));
    const built = builder.build();
    takeSteps(builder, given.data('then'));
    return compareExactly('built', expect, describeLoadout(built, new CaseData(expect)));
  },
};

function takeSteps(builder: LoadoutBuilder, steps: CaseData): void {
  for (const key of steps.keys()) {
    if (key !== 'create') takeStep(builder, key, steps.get(key));
  }
}

function takeStep(builder: LoadoutBuilder, step: string, values: unknown): void {
  if (values === undefined) return;
  for (const value of [values].flat()) STEPS.get(step)?.(builder, value as string);
}

// The values are blank for every step, so each is tried on each.
function expectThrows(given: CaseData, expected: string): readonly Mismatch[] {
  const values = given.keys().flatMap((key) => given.list(key));
  if (!/^throws( on each)?$/.test(expected) || values.length === 0) {
    return [{ what: 'expect', expected, actual: 'not a sentence this form knows' }];
  }
  return [...STEPS].flatMap(([step, take]) =>
    values.flatMap((value) => {
      const what = `${step}(${JSON.stringify(value)})`;
      try {
        take(LoadoutBuilder.create('case'), value as string);
        return [{ what, expected, actual: 'did not throw' }];
      } catch (error) {
        return MortiseError.is(error) ? [] : [{ what, expected, actual: error }];
      }
    }),
  );
}
