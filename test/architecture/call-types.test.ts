import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OTHER_TYPES, PACKAGES_OF_CALLS } from './call-types.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DECLARED = /^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gm;
/** Named like a call, an outcome, a tool or a capability. */
const NAMED_LIKE_ONE =
  /(?:Call|CallBody|Outcome|Result|Tool|Capability|Capabilities)$|^(?:Call|Tool|Result|Capability)(?:Report|Request|Record|Head|Body|Frame|Description|Entry|Definition|Grants)$|^RunRequest$/;
/** A line of the table in ARCHITECTURE.md. */
const LISTED = /^\| `(\w+)` +\| (\w+) +\| .+ \|$/gm;
const MOST = { call: 6, outcome: 4, tool: 5, capability: 3 };

const listed = [...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(LISTED)].map(
  ([, name = '', of = '']) => ({ name, of }),
);

function declaredIn(packages: string): readonly { readonly name: string; readonly file: string }[] {
  return globSync(`packages/${packages}/src/**/*.{ts,tsx}`, { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$|[.-]fixture\.ts$|\.examples\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(DECLARED)].map(([, name = '']) => ({
        name,
        file,
      })),
    );
}

describe('the types of a call, an outcome, a tool and a capability', () => {
  it.each(Object.entries(MOST))('are listed in ARCHITECTURE.md: %s, at most %i', (of, most) => {
    const names = listed.filter((each) => each.of === of).map(({ name }) => name);
    expect(names.length, names.join(', ')).toBeLessThanOrEqual(most);
    expect(names.length).toBeGreaterThan(0);
  });

  it('are all that the sources declare, beside those that are something else and say why', () => {
    const declared = declaredIn(`{${PACKAGES_OF_CALLS.join(',')}}`)
      .map(({ name }) => name)
      .filter((name) => NAMED_LIKE_ONE.test(name));
    const known = [...listed.map(({ name }) => name), ...Object.keys(OTHER_TYPES)];
    expect([...new Set(declared)].sort()).toEqual(known.sort());
  });

  it('have each a name of their own, in every package', () => {
    const files = Map.groupBy(
      declaredIn('*').filter(({ name }) => /(?:Call|CallBody|CallFacts|ToolAnswer)$/.test(name)),
      ({ name }) => name,
    );
    const shared = [...files].filter(([, places]) => places.length > 1);
    expect(shared.map(([name, places]) => [name, places.map(({ file }) => file)])).toEqual([]);
  });
});
