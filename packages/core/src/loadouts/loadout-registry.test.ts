import { TOOL_CATEGORIES, type ToolLoadout } from '@mortise/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LoadoutBuilder } from './loadout-builder.ts';
import { LoadoutRegistry } from './loadout-registry.ts';
import { PluginCategoryMap, SEED_PLUGIN_CATEGORIES } from './plugin-category-map.ts';
import { createLoadout } from './tool-loadout.ts';

describe('LoadoutRegistry at the start (J-2)', () => {
  it('has the five built-ins and nothing else', () => {
    const names = new LoadoutRegistry().getAll().map((loadout) => loadout.name);
    expect(names).toStrictEqual(['minimal', 'developer', 'research', 'devops', 'full']);
  });

  it('knows the 32 names of the seed', () => {
    expect(SEED_PLUGIN_CATEGORIES).toHaveLength(32);
    expect(new Set(SEED_PLUGIN_CATEGORIES.map(([, category]) => category))).toStrictEqual(
      new Set(TOOL_CATEGORIES),
    );
  });

  it.each(['nope', 'constructor', '__proto__', ''])('answers nothing for %j', (name) => {
    const registry = new LoadoutRegistry();
    expect(registry.getLoadout(name)).toBeUndefined();
    expect(registry.resolveActivePlugins(name, ['file', 'constructor']).size).toBe(0);
    expect(registry.compile(name).diagnostics).toMatchObject([{ code: 'loadout_unknown' }]);
  });

  it.each([null, undefined, 'minimal', 4])('refuses to register %j', (value) => {
    expect(() => new LoadoutRegistry().register(value as unknown as ToolLoadout)).toThrowError(
      expect.objectContaining({ code: 'loadout_invalid' }),
    );
  });
});

describe('Trust layers of LoadoutRegistry (J-2)', () => {
  const mine = createLoadout({ name: 'MINIMAL', defaultPlugins: ['mine'] });

  it('lets the host overwrite a built-in', () => {
    const registry = new LoadoutRegistry();
    registry.register(mine);
    expect(registry.getAll()).toHaveLength(5);
    expect(registry.resolveActivePlugins('minimal', ['mine', 'file'])).toStrictEqual(
      new Set(['mine']),
    );
  });

  it('refuses a project that shadows a built-in without override', () => {
    const registry = new LoadoutRegistry();
    expect(() => registry.register(mine, { layer: 'project' })).toThrowError(
      expect.objectContaining({ code: 'loadout_shadowed' }),
    );
    expect(registry.getLoadout('minimal')?.name).toBe('minimal');
  });

  it('takes a project that says override, and lets it overwrite its own', () => {
    const registry = new LoadoutRegistry();
    registry.register(mine, { layer: 'project', override: true });
    registry.register({ ...mine, defaultPlugins: ['other'] }, { layer: 'project', override: true });
    expect(registry.getLoadout('Minimal')?.defaultPlugins).toStrictEqual(['other']);
  });

  it('prefers a host that registers the name later', () => {
    const registry = new LoadoutRegistry();
    registry.register(createLoadout({ name: 'x', defaultPlugins: ['p'] }), { layer: 'project' });
    registry.register(createLoadout({ name: 'x', defaultPlugins: ['h'] }));
    expect(registry.getLoadout('x')?.defaultPlugins).toStrictEqual(['h']);
  });

  it('keeps a copy of its own', () => {
    const plugins = ['a'];
    const registry = new LoadoutRegistry();
    registry.register({ ...createLoadout({ name: 'x' }), defaultPlugins: plugins });
    plugins.push('b');
    expect(registry.getLoadout('x')?.defaultPlugins).toStrictEqual(['a']);
  });
});

describe('validate of LoadoutRegistry (J-4)', () => {
  it('reports circles, unknown parents and unknown references, each once, as errors', () => {
    const registry = new LoadoutRegistry();
    registry.register(createLoadout({ name: 'a', parent: 'B' }));
    registry.register(createLoadout({ name: 'b', parent: 'a' }));
    registry.register(createLoadout({ name: 'orphan', parent: 'gone' }));
    registry.register(createLoadout({ name: 'kid', parent: 'orphan' }));
    const found = registry.validate([
      { name: 'nope', path: 'agents.x.loadout' },
      { name: 'KID', path: 'agents.y.loadout' },
    ]);
    expect(
      found.map(({ code, subject, path, severity }) => [code, subject, path, severity]),
    ).toStrictEqual([
      ['loadout_cycle', 'b', undefined, 'error'],
      ['loadout_cycle', 'a', undefined, 'error'],
      ['loadout_parent_unknown', 'orphan', undefined, 'error'],
      ['loadout_unknown', 'nope', 'agents.x.loadout', 'error'],
    ]);
  });

  it('finds nothing wrong with the built-ins', () => {
    expect(new LoadoutRegistry().validate()).toStrictEqual([]);
  });
});

describe('Categories in LoadoutRegistry (J-1)', () => {
  it('lets a category given on the unit win over the map, and a manifest extend the map', () => {
    const categories = new PluginCategoryMap().extend('Kube', ['Network', 'git']);
    const registry = new LoadoutRegistry({ categories });
    registry.register(LoadoutBuilder.create('g').includeCategory('Git').build());
    const available = ['git', 'kube', { name: 'file', categories: ['GIT'] }, { name: 'git2' }];
    expect(registry.resolveActivePlugins('g', available)).toStrictEqual(
      new Set(['git', 'kube', 'file']),
    );
    expect(registry.resolveActivePlugins('g', [{ name: 'git', categories: ['Web'] }]).size).toBe(0);
  });
});

const arbName = fc.constantFrom('a', 'B', 'c', 'git', 'file', 'docker', 'dockerX', 'minimal');
const arbLoadout = fc.record({
  name: arbName,
  parent: fc.option(arbName, { nil: undefined }),
  defaultPlugins: fc.array(arbName),
  includedCategories: fc.subarray([...TOOL_CATEGORIES]),
  discoverablePatterns: fc.array(fc.constantFrom('*', 'docker*', 'git', '*x', 'B')),
  disabledPlugins: fc.array(arbName),
});

describe('Resolution in LoadoutRegistry, for any loadouts (J-4)', () => {
  it('keeps active and discoverable apart, and never shows what is disabled anywhere in the chain', () => {
    fc.assert(
      fc.property(fc.array(arbLoadout, { maxLength: 8 }), arbName, (loadouts, name) => {
        const registry = new LoadoutRegistry();
        for (const { parent, ...rest } of loadouts) {
          registry.register(createLoadout(parent === undefined ? rest : { ...rest, parent }));
        }
        const available = ['a', 'b', 'c', 'GIT', 'file', 'docker', 'dockerx'];
        const active = registry.resolveActivePlugins(name, available);
        const discoverable = registry.resolveDiscoverablePlugins(name, available);
        expect(active.isDisjointFrom(discoverable)).toBe(true);
        const chain = registry.chainOf(name);
        expect(new Set(chain).size).toBe(chain.length);
        const disabled = chain.flatMap((each) => registry.getLoadout(each)?.disabledPlugins ?? []);
        for (const plugin of disabled.map((each) => each.toLowerCase())) {
          const shown = [...active, ...discoverable].map((each) => each.toLowerCase());
          expect(shown).not.toContain(plugin);
        }
      }),
    );
  });
});

describe('LoadoutRegistry with 10,000 plugins (J-7)', () => {
  it('asks the chain once, not once per plugin', () => {
    const registry = new LoadoutRegistry();
    const patterns = Array.from({ length: 500 }, (_, index) => `exact-${index}`);
    registry.register(
      createLoadout({ name: 'big', parent: 'minimal', discoverablePatterns: patterns }),
    );
    const available = Array.from({ length: 10_000 }, (_, index) => `plugin-${index}`);
    const started = performance.now();
    const discoverable = registry.resolveDiscoverablePlugins('big', available);
    // A walk per plugin and pattern takes seconds; this is some milliseconds on any machine.
    expect(performance.now() - started).toBeLessThan(500);
    expect(discoverable.size).toBe(10_000);
    expect(registry.compile('BIG')).toBe(registry.compile('big'));
  });
});
