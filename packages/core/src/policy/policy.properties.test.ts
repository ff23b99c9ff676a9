import type { ToolState } from '@mortise/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSurfaceResolver } from './create-surface-resolver.ts';
import type { CaseAgent, CaseLists, CasePolicy, PolicyCase } from './testing/policy-case.ts';
import { questionOf } from './testing/policy-case.ts';

const HOSTILE = ['constructor', '__proto__', 'toString', 'hasOwnProperty', '', '*x', 'group:', ':'];
const KITS = ['k1', 'k2', 'constructor', '__proto__'];

const TOOLS: PolicyCase['tools'] = [
  { name: 'read', category: 'Filesystem', aliases: ['cat'] },
  { name: 'exec', category: 'Shell', sharedOnly: true },
  { name: 'git' },
  { name: 'skill', alwaysInclude: true },
  { name: 'list_toolkits' },
  { name: 'load_tools' },
  { name: 'wf', plugin: 'workflow', optional: true },
  { name: 'wf_list', plugin: 'workflow' },
  { name: 'notes', plugin: 'notes' },
  { name: 'workflow_x', plugin: 'other' },
  { name: 'read', plugin: 'other' },
  { name: 'other_x', plugin: 'git' },
  { name: 'mcp__gh__pr', server: 'gh' },
  { name: 'constructor', plugin: 'toString' },
];

const SELECTORS = [
  ...['read', 'CAT', 'exec', 'git', 'wf', 'wf_list', 'notes', 'workflow', 'plugin:other', 'skill'],
  ...['*', 'w*', 'no*', 'category:shell', 'group:plugins', 'group:core', 'group:mcp', 'group:mine'],
  ...['mcp:gh', 'load_tools', 'raed', 'plugin:nobody'],
  ...HOSTILE,
];

const selector = fc.constantFrom(...SELECTORS);
const list = fc.array(selector, { maxLength: 4 });
const lists: fc.Arbitrary<CaseLists> = fc.record(
  {
    profile: fc.constantFrom('p', 'minimal', 'full', 'nope'),
    allow: list,
    alsoAllow: list,
    deny: list,
  },
  { requiredKeys: [] },
);
const policy: fc.Arbitrary<CasePolicy> = fc
  .tuple(lists, fc.option(lists, { nil: undefined }), fc.option(lists, { nil: undefined }))
  .map(([own, provider, sandbox]) => ({
    ...own,
    ...(provider === undefined ? {} : { byProvider: new Map([['x', provider]]) }),
    ...(sandbox === undefined ? {} : { sandbox }),
  }));
const configured = fc.array(
  fc.oneof(selector, fc.tuple(selector, fc.constantFrom({ p: 1 }, { p: 2 }, {}))),
  { maxLength: 3 },
);
const kits = fc.uniqueArray(fc.constantFrom(...KITS), { maxLength: 3 });
const agent: fc.Arbitrary<CaseAgent> = fc.record(
  {
    policy,
    tools: configured,
    toolkits: kits,
    initial: kits,
    loadout: fc.constantFrom('minimal', 'developer', 'mine', 'constructor'),
    toolset: list,
    plugins: list,
    mcpServers: list,
    scope: fc.constantFrom('shared' as const, 'user' as const),
    parent: fc.constantFrom('b', 'a', '__proto__'),
    budget: fc.nat({ max: 100 }),
  },
  { requiredKeys: [] },
);
const given: fc.Arbitrary<PolicyCase> = fc
  .record({
    policy,
    agent,
    agents: policy.map((own) => new Map<string, CaseAgent>([['b', { policy: own }]])),
    defaults: fc.option(configured, { nil: undefined }),
    toolkits: fc.array(fc.tuple(fc.constantFrom(...KITS), configured)).map((each) => new Map(each)),
    groups: list.map((texts) => new Map([['mine', [...texts, 'group:mine']]])),
    profiles: list.map((texts) => new Map([['p', texts]])),
    request: fc.record({
      agentId: fc.constantFrom('a', 'b', 'constructor', '__proto__'),
      provider: fc.constantFrom('x', 'y'),
      sandboxed: fc.boolean(),
      hasSession: fc.boolean(),
      loadedToolkits: fc.array(fc.constantFrom(...KITS, 'notes', 'git', 'toString'), {
        maxLength: 3,
      }),
      exclude: fc.array(selector, { maxLength: 2 }),
      unavailable: fc.array(selector, { maxLength: 2 }),
    }),
  })
  .map(({ defaults, ...rest }) => ({
    tools: TOOLS,
    loadouts: [
      {
        name: 'mine',
        defaultPlugins: ['notes'],
        discoverablePatterns: ['w*'],
        disabledPlugins: ['exec'],
      },
    ],
    ...rest,
    ...(defaults === undefined ? {} : { defaults }),
  }));

const stateOfPhase: { readonly [phase: string]: readonly ToolState[] } = {
  deny: ['denied'],
  scope: ['scope_incompatible'],
  optional: ['needs_opt_in'],
  allow: ['not_allowed'],
  exposure: ['loadable', 'discoverable', 'hidden'],
  overrides: ['conflict'],
  availability: ['unavailable'],
  budget: ['over_budget'],
};

function surfaceOf(one: PolicyCase) {
  const { inputs, request } = questionOf(one);
  return createSurfaceResolver().resolve(inputs, request);
}
const activeOf = (one: PolicyCase) => surfaceOf(one).active.map(({ name }) => name);

describe('for any configuration and any request (P-11)', () => {
  it('what is active is permitted', () => {
    fc.assert(
      fc.property(given, (one) => {
        const { active, permitted } = surfaceOf(one);
        expect(active.every(({ name }) => permitted.has(name))).toBe(true);
      }),
    );
  });

  it('no load and no unload changes what is permitted (P-10)', () => {
    const moves = fc.array(
      fc.array(fc.constantFrom(...KITS, 'notes', 'git', '*'), { maxLength: 4 }),
    );
    fc.assert(
      fc.property(given, moves, (one, states) => {
        const { inputs, request } = questionOf(one);
        const resolver = createSurfaceResolver();
        const before = [...resolver.resolve(inputs, request).permitted];
        for (const loadedToolkits of states) {
          const surface = resolver.resolve(inputs, { ...request, loadedToolkits });
          expect([...surface.permitted]).toEqual(before);
        }
      }),
    );
  });

  it('listing and explaining agree on every tool (P-12, P-14)', () => {
    fc.assert(
      fc.property(given, (one) => {
        const { inputs, request } = questionOf(one);
        const resolver = createSurfaceResolver();
        const surface = resolver.resolve(inputs, request);
        const active = new Set(surface.active.map(({ name }) => name));
        const registered = resolver
          .explainAll(inputs, request)
          .filter(({ steps }) => steps[0]?.verdict === 'pass');
        expect(registered).toHaveLength(inputs.snapshot.entries.length);
        for (const { tool, state, isPermitted, steps, remedies } of registered) {
          expect(state).toBe(surface.stateOf(tool));
          expect(state === 'active').toBe(active.has(tool));
          expect(isPermitted).toBe(surface.permitted.has(tool));
          expect(remedies.length > 0).toBe(state !== 'active');
          const blocked = steps.find(({ verdict }) => verdict === 'block');
          expect(blocked === undefined ? ['active'] : stateOfPhase[blocked.phase]).toContain(state);
        }
      }),
    );
  });

  it('equal input gives byte-equal traces, surfaces and hashes', () => {
    fc.assert(
      fc.property(given, (one) => {
        const print = () => {
          const { inputs, request } = questionOf(structuredClone(one));
          const resolver = createSurfaceResolver();
          return JSON.stringify([
            resolver.resolve(inputs, request),
            resolver.explainAll(inputs, request),
            resolver.check(inputs),
          ]);
        };
        expect(print()).toBe(print());
      }),
      { numRuns: 50 },
    );
  });

  it('a tool that a deny list of the agent names is never permitted (P-1)', () => {
    fc.assert(
      fc.property(
        given,
        fc.constantFrom('read', 'wf', 'load_tools', 'notes', 'skill'),
        (one, tool) => {
          const denying = withAgentList(one, 'deny', tool);
          expect(surfaceOf(denying).permitted.has(tool)).toBe(false);
        },
      ),
    );
  });
});

type ListName = 'allow' | 'alsoAllow' | 'deny';

function withAgentList(one: PolicyCase, name: ListName, text: string): PolicyCase {
  const own = one.agent?.policy;
  const request = { ...one.request, agentId: 'a' };
  const policyWith = { ...own, [name]: [...(own?.[name] ?? []), text] };
  return { ...one, request, agent: { ...one.agent, policy: policyWith } };
}

function withGlobalList(one: PolicyCase, name: ListName, text: string): PolicyCase {
  return { ...one, policy: { ...one.policy, [name]: [...(one.policy?.[name] ?? []), text] } };
}

function isSubset(some: readonly string[], all: readonly string[]): boolean {
  const known = new Set(all);
  return some.every((each) => known.has(each));
}

describe('more of a list (P-10)', () => {
  // A conflict ends and a budget gets room when a rival is denied: what is offered may move then,
  // what is permitted may not.
  it('in a deny list never permits another tool', () => {
    fc.assert(
      fc.property(given, selector, fc.boolean(), (one, text, isGlobal) => {
        const asked = { ...one, request: { ...one.request, agentId: 'a' } };
        const more = isGlobal
          ? withGlobalList(asked, 'deny', text)
          : withAgentList(asked, 'deny', text);
        expect(isSubset([...surfaceOf(more).permitted], [...surfaceOf(asked).permitted])).toBe(
          true,
        );
      }),
    );
  });

  it('in a deny list never activates another tool where nothing conflicts and nothing is dropped', () => {
    fc.assert(
      fc.property(given, selector, (one, text) => {
        const { budget: _, ...free } = one.agent ?? {};
        const asked = { ...one, agent: free, request: { ...one.request, agentId: 'a' } };
        fc.pre(!surfaceOf(asked).diagnostics.some(({ code }) => code === 'toolkit_conflict'));
        expect(isSubset(activeOf(withAgentList(asked, 'deny', text)), activeOf(asked))).toBe(true);
      }),
    );
  });

  it('a new ceiling permits no tool but optional ones that it names', () => {
    const ceiling = fc.array(selector, { maxLength: 3 });
    fc.assert(
      fc.property(given, ceiling, (one, allow) => {
        const { allow: _, alsoAllow: __, ...own } = one.agent?.policy ?? {};
        const request = { ...one.request, agentId: 'a' };
        const open = { ...one, request, agent: { ...one.agent, policy: own } };
        const closed = { ...open, agent: { ...open.agent, policy: { ...own, allow } } };
        const before = surfaceOf(open);
        const added = [...surfaceOf(closed).permitted].filter(
          (name) => !before.permitted.has(name),
        );
        // An opt-in list (F-5) widens the profile too, by extension tools alone.
        const isExtension = (name: string) =>
          TOOLS.some(
            (tool) => typeof tool !== 'string' && tool.name === name && tool.plugin !== undefined,
          );
        expect(added.every(isExtension)).toBe(true);
        if (one.policy?.profile === undefined && own.profile === undefined) {
          expect(isSubset(added, ['wf'])).toBe(true);
        }
      }),
    );
  });
});
