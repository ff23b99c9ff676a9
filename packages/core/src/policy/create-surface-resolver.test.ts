import { describe, expect, it } from 'vitest';
import { loadoutsOfConfig } from '../loadouts/loadouts-of-config.ts';
import { createSurfaceResolver } from './create-surface-resolver.ts';
import { configOf, type PolicyCase, questionOf, snapshotOf } from './testing/policy-case.ts';

const GIVEN: PolicyCase = {
  tools: ['docker', 'file', { name: 'wf', plugin: 'workflow', optional: true }],
  toolkits: new Map([['ops', ['docker']]]),
  agent: { tools: ['file'], toolkits: ['ops'] },
};

describe('a surface (P-12)', () => {
  it('is the same object while nothing that decides has changed', () => {
    const resolver = createSurfaceResolver();
    const { inputs, request } = questionOf(GIVEN);
    const first = resolver.resolve(inputs, request, 1);
    expect(resolver.resolve({ ...inputs }, structuredClone(request), 1)).toBe(first);
  });

  it('shares everything but the epoch with the next one', () => {
    const resolver = createSurfaceResolver();
    const { inputs, request } = questionOf(GIVEN);
    const first = resolver.resolve(inputs, request, 1);
    const second = resolver.resolve(inputs, request, 2);
    expect([first.epoch, second.epoch]).toEqual([1, 2]);
    expect(second.active).toBe(first.active);
    expect(second.permitted).toBe(first.permitted);
  });

  it.each([
    { what: 'loaded toolkits', change: { loadedToolkits: ['ops'] } },
    { what: 'availability', change: { unavailable: ['file'] } },
    { what: 'the session', change: { hasSession: true } },
    { what: 'exclusions', change: { exclude: ['file'] } },
    { what: 'the parent', change: { parentPermitted: ['docker'] } },
    { what: 'the provider', change: { provider: 'x' } },
    { what: 'the sandbox', change: { sandboxed: true } },
    { what: 'the agent', change: { agentId: 'b' } },
  ])('is another one, with another hash, when $what changes', ({ change }) => {
    const resolver = createSurfaceResolver();
    const { inputs, request } = questionOf(GIVEN);
    const before = resolver.resolve(inputs, request);
    const after = resolver.resolve(inputs, { ...request, ...change });
    expect(after).not.toBe(before);
    expect(after.policyHash).not.toBe(before.policyHash);
  });

  it('follows a list that its caller goes on changing: requests count by value', () => {
    const resolver = createSurfaceResolver();
    const { inputs, request } = questionOf(GIVEN);
    const parentPermitted = ['docker', 'file'];
    const asked = { ...request, parentPermitted };
    expect(resolver.resolve(inputs, asked).active).toHaveLength(1);
    parentPermitted.pop();
    expect(resolver.resolve(inputs, asked).active).toHaveLength(0);
  });

  it('is another one for another registry, configuration or set of loadouts', () => {
    const resolver = createSurfaceResolver();
    const { inputs, request } = questionOf(GIVEN);
    const config = configOf({ agent: { tools: ['docker'] } });
    const activeIn = (patch: Partial<typeof inputs>) =>
      resolver.resolve({ ...inputs, ...patch }, request).active.map(({ name }) => name);
    expect(activeIn({})).toEqual(['file']);
    expect(activeIn({ snapshot: snapshotOf(['docker'], 2) })).toEqual([]);
    expect(activeIn({ config, loadouts: loadoutsOfConfig(config).loadouts })).toEqual(['docker']);
    expect(activeIn({})).toEqual(['file']);
  });

  it('has a hash of sha-256 that a reload without a change leaves alone', () => {
    const hashOf = (given: PolicyCase) => {
      const { inputs, request } = questionOf(given);
      const snapshot = snapshotOf(given.tools, 99);
      return createSurfaceResolver().resolve({ ...inputs, snapshot }, request).policyHash;
    };
    expect(hashOf(GIVEN)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOf(GIVEN)).toBe(hashOf({ ...GIVEN, tools: [...GIVEN.tools].reverse() }));
    expect(hashOf({ ...GIVEN, policy: { deny: ['x'] } })).not.toBe(hashOf(GIVEN));
  });

  it('is frozen, its sets included', () => {
    const { inputs, request } = questionOf(GIVEN);
    const surface = createSurfaceResolver().resolve(inputs, request);
    const parts = [surface, surface.active, surface.active[0], surface.diagnostics];
    expect(parts.every(Object.isFrozen)).toBe(true);
    expect(() => (surface.permitted as Set<string>).add('wf')).toThrow(TypeError);
  });

  it('is found by exact name only (L-2)', () => {
    const { inputs, request } = questionOf({ tools: ['file'] });
    const surface = createSurfaceResolver().resolve(inputs, request);
    expect(surface.find('file')?.name).toBe('file');
    for (const name of ['File', ' file', 'constructor', '__proto__', 'toString']) {
      expect(surface.find(name)).toBeUndefined();
    }
  });

  it('stays right when the cache is too small for it', () => {
    const resolver = createSurfaceResolver({ cacheSize: 1 });
    const { inputs, request } = questionOf(GIVEN);
    const activeWith = (loadedToolkits: readonly string[]) =>
      resolver.resolve(inputs, { ...request, loadedToolkits }).active.length;
    expect([activeWith([]), activeWith(['ops']), activeWith([])]).toEqual([1, 2, 1]);
  });
});

describe('the compiled policy', () => {
  it('offers toolkits with what of them may be shown', () => {
    const { inputs, request } = questionOf({
      ...GIVEN,
      tools: [...GIVEN.tools, { name: 'a_x', plugin: 'a' }, { name: 'b_x', plugin: 'b' }],
      policy: { deny: ['docker', 'b'] },
      agent: { tools: ['file', 'docker'], toolkits: ['ops'], loadout: 'minimal', initial: ['ops'] },
    });
    const { toolkits, held } = createSurfaceResolver().compile(inputs, request);
    expect(toolkits()).toMatchObject([
      { name: 'ops', kind: 'configured', isInitial: true, permittedNames: [] },
      { name: 'a', kind: 'discoverable', isInitial: false, permittedNames: ['a_x'] },
    ]);
    expect([...held().keys()]).toEqual(['file']);
  });
});

describe('diff (P-15)', () => {
  it('lists what stands elsewhere for another agent, with the reason', () => {
    const { inputs, request } = questionOf({ ...GIVEN, agents: new Map([['b', {}]]) });
    const differences = createSurfaceResolver().diff(
      { inputs, request },
      { inputs, request: { ...request, agentId: 'b' } },
    );
    expect(differences.map(({ tool, before, after }) => [tool, before, after])).toEqual([
      ['docker', 'loadable', 'active'],
    ]);
    expect(differences[0]?.explanation.state).toBe('active');
  });

  it('lists tools that only one registry has', () => {
    const { inputs, request } = questionOf({ tools: ['old', 'same'] });
    const after = { request, inputs: { ...inputs, snapshot: snapshotOf(['fresh', 'same'], 2) } };
    const differences = createSurfaceResolver().diff({ inputs, request }, after);
    expect(differences.map(({ tool, before, after: is }) => [tool, before, is])).toEqual([
      ['fresh', 'absent', 'active'],
      ['old', 'active', 'absent'],
    ]);
  });
});

describe('simulate (P-15)', () => {
  it.each([
    {
      change: { kind: 'select', layer: 'agent', list: 'alsoAllow', text: 'wf' } as const,
      differences: [['wf', 'needs_opt_in', 'hidden']],
    },
    {
      change: { kind: 'select', layer: 'tools', list: 'deny', text: 'file' } as const,
      differences: [['file', 'active', 'denied']],
    },
    {
      change: { kind: 'request', patch: { loadedToolkits: ['ops'] } } as const,
      differences: [['docker', 'loadable', 'active']],
    },
    {
      change: { kind: 'agent', patch: { toolTokenBudget: 0 } } as const,
      differences: [['file', 'active', 'over_budget']],
    },
  ])('answers what $change would change', ({ change, differences }) => {
    const resolver = createSurfaceResolver();
    const question = questionOf(GIVEN);
    const before = JSON.stringify(question.inputs.config);
    const simulation = resolver.simulate(question, change);
    expect(
      simulation.differences.map(({ tool, before: was, after }) => [tool, was, after]),
    ).toEqual(differences);
    expect(JSON.stringify(question.inputs.config)).toBe(before);
  });

  it('works for an agent that nobody configured', () => {
    const question = questionOf({ tools: ['file'] });
    const change = { kind: 'select', layer: 'agent', list: 'deny', text: 'file' } as const;
    expect(createSurfaceResolver().simulate(question, change).surface.active).toEqual([]);
  });
});

describe('check', () => {
  it('finds what is wrong in layers that no request has used yet', () => {
    const { inputs } = questionOf({
      tools: ['file'],
      strict: true,
      policy: { byProvider: new Map([['x', { deny: ['no1'], profile: 'no2' }]]) },
      agents: new Map([['b', { policy: { sandbox: { allow: ['no3'] } }, loadout: 'no4' }]]),
    });
    const found = createSurfaceResolver().check(inputs);
    expect(found.map(({ code, subject, severity }) => `${severity} ${code} ${subject}`)).toEqual([
      'error unmatched_selector no1',
      'warning unknown_profile no2',
      'error unmatched_selector no3',
      'error loadout_unknown no4',
    ]);
  });

  it('reports what agents share once', () => {
    const agents = new Map(['x', 'y', 'z'].map((id) => [id, {}]));
    const { inputs } = questionOf({ tools: ['file'], policy: { deny: ['no'] }, agents });
    expect(createSurfaceResolver().check(inputs)).toHaveLength(1);
  });
});
