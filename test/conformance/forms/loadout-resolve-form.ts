import type { Diagnostic } from '@mortise/contracts';
import { type AvailablePlugin, LoadoutRegistry, PluginCategoryMap } from '@mortise/core';
import type { CaseForm, Mismatch } from '../case-form.ts';
import { compareAsSets, compareAsSubset, compareExactly, refuseUnread } from '../compare.ts';
import { CaseData, isRecord } from '../conformance-case.ts';
import { readCaseLoadout } from './case-loadout.ts';

/** `in.loadouts` on top of the built-ins, `in.resolve` over `in.available`. */
export const loadoutResolveForm: CaseForm = {
  name: 'loadout resolution',
  accepts: ({ given }) => given.text('resolve') !== undefined,
  run: ({ given, expect }) => {
    const registry = new LoadoutRegistry({ categories: readCategories(given.get('categories')) });
    for (const raw of given.list('loadouts')) {
      const data = new CaseData(raw);
      registry.register(readCaseLoadout(data), {
        layer: data.get('layer') === 'project' ? 'project' : 'host',
        override: data.get('override') === true,
      });
    }
    return checkResolution(registry, { given, expect });
  },
};

export function checkResolution(
  registry: LoadoutRegistry,
  { given, expect }: { readonly given: CaseData; readonly expect: unknown },
  name = given.text('resolve') ?? '',
): readonly Mismatch[] {
  const wanted = new CaseData(expect);
  const available = given.list('available').map(readAvailable);
  const checks: readonly (readonly [string, () => readonly Mismatch[]])[] = [
    [
      'active',
      () =>
        compareAsSets(
          'active',
          wanted.get('active'),
          registry.resolveActivePlugins(name, available),
        ),
    ],
    [
      'discoverable',
      () =>
        compareAsSets(
          'discoverable',
          wanted.get('discoverable'),
          registry.resolveDiscoverablePlugins(name, available),
        ),
    ],
    ['chain', () => compareExactly('chain', wanted.get('chain'), registry.chainOf(name))],
    [
      'diagnostics',
      () =>
        compareAsSubset(
          'diagnostics',
          wanted.get('diagnostics'),
          spell(registry.compile(name).diagnostics),
        ),
    ],
    ['errors', () => compareAsSubset('errors', wanted.get('errors'), spell(registry.validate()))],
  ];
  return [
    ...refuseUnread(
      expect,
      checks.map(([key]) => key),
    ),
    ...checks.filter(([key]) => wanted.has(key)).flatMap(([, check]) => check()),
  ];
}

function readAvailable(raw: unknown): AvailablePlugin {
  if (!isRecord(raw)) return String(raw);
  const { name, category } = raw;
  return typeof category === 'string'
    ? { name: String(name), categories: [category] }
    : { name: String(name) };
}

function readCategories(raw: unknown): PluginCategoryMap {
  const entries = isRecord(raw) ? Object.entries(raw) : [];
  return entries.reduce(
    (map, [name, category]) => map.extend(name, [category].flat().map(String)),
    new PluginCategoryMap(),
  );
}

/** A case may name the code alone or the code with its subject. */
function spell(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.flatMap(({ code, subject }) => [code, `${code}:${subject}`]);
}
