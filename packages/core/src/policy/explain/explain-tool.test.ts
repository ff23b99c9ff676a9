import type { ToolState } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { createSurfaceResolver } from '../create-surface-resolver.ts';
import { type PolicyCase, questionOf } from '../testing/policy-case.ts';
import { resolveCase } from '../testing/resolve-case.ts';
import { formatExplanation } from './format-explanation.ts';
import { placeExplanation } from './place-explanation.ts';

const PHASES = [
  'admission',
  'deny',
  'scope',
  'optional',
  'allow',
  'exposure',
  'overrides',
  'availability',
  'budget',
];

/** One case per reason code, asked for tool `t`. */
const CASES: ReadonlyMap<ToolState, PolicyCase & { readonly remedies: readonly string[] }> =
  new Map([
    ['active', { tools: ['t'], remedies: [] }],
    [
      'denied',
      {
        tools: ['t'],
        policy: { deny: ['x', 't*'] },
        remedies: ["Run `mortise deny a 't*' --remove --list tools.deny`."],
      },
    ],
    [
      'scope_incompatible',
      {
        tools: [{ name: 't', sharedOnly: true }],
        agent: { scope: 'user' },
        remedies: [
          'Set agents.a.worker_scope to agent or shared, or do without the tool for this agent.',
        ],
      },
    ],
    [
      'needs_opt_in',
      {
        tools: [{ name: 't', plugin: 'p', optional: true }],
        remedies: ['Run `mortise allow a t`.'],
      },
    ],
    [
      'not_allowed',
      {
        tools: ['t', 'u'],
        policy: { allow: ['u'] },
        agent: { toolset: ['u'] },
        remedies: [
          'Run `mortise allow a t --list tools.allow`.',
          'Run `mortise allow a t --list agents.a.toolset`.',
        ],
      },
    ],
    [
      'loadable',
      {
        tools: ['t'],
        toolkits: new Map([['k', ['t']]]),
        agent: { toolkits: ['k'] },
        request: { hasSession: true },
        remedies: [
          'Run `mortise call load_tools \'{"toolkit":"k"}\' --agent a`.',
          'Run `mortise allow a t`.',
        ],
      },
    ],
    [
      'discoverable',
      {
        tools: ['t'],
        agent: { loadout: 'minimal' },
        remedies: [
          'Run `mortise call load_tools \'{"toolkit":"t"}\' --agent a`.',
          'Run `mortise allow a t`.',
        ],
      },
    ],
    [
      'hidden',
      {
        tools: ['t'],
        agent: { tools: [] },
        remedies: ['Run `mortise allow a t`.'],
      },
    ],
    [
      'conflict',
      {
        tools: ['t', 'u'],
        toolkits: new Map([['k', ['t', ['u', { p: 1 }]]]]),
        agent: { tools: ['u'], toolkits: ['k'], initial: ['k'] },
        remedies: ['Make the overrides in toolkit "k" equal to those of its rivals.'],
      },
    ],
    [
      'unavailable',
      {
        tools: ['t'],
        request: { unavailable: ['t'] },
        remedies: ['Wait until the tool says that it is available again.'],
      },
    ],
    [
      'over_budget',
      {
        tools: ['t'],
        agent: { budget: 1 },
        remedies: [
          'Set agents.a.tool_token_budget to 17 or more, or deny the agent a tool that it needs less.',
        ],
      },
    ],
  ]);

describe('explain, for every reason code (P-14)', () => {
  it.each([...CASES.keys()])('%s', (state) => {
    const { remedies, ...given } = CASES.get(state) ?? { tools: [], remedies: [] };
    const { surface, explain } = resolveCase(given);
    const explanation = explain('t');
    expect(explanation.state).toBe(state);
    expect(surface.stateOf('t')).toBe(state);
    expect(explanation.remedies).toEqual(remedies);
    expect([...new Set(explanation.steps.map(({ phase }) => phase))]).toEqual(PHASES);
  });

  it.each([
    { code: 'core_name_clash', tools: ['t', { name: 'T', plugin: 'p' }], skipped: 'T' },
    { code: 'extension_id_clash', tools: ['t', { name: 'u', plugin: 't' }], skipped: 'u' },
    {
      code: 'extension_name_clash',
      tools: [
        { name: 't', plugin: 'p' },
        { name: 't', plugin: 'q' },
      ],
      skipped: 't',
    },
  ])('$code', ({ code, tools, skipped }) => {
    const { inputs, request } = questionOf({ tools });
    const explanation = createSurfaceResolver().explain({ inputs, request }, skipped).at(-1);
    expect(explanation).toMatchObject({
      tool: skipped,
      state: code,
      isPermitted: false,
      steps: [{ phase: 'admission', verdict: 'block' }],
      remedies: [expect.any(String)],
    });
  });
});

describe('an explanation (P-14)', () => {
  it('goes through all phases even if the first blocks', () => {
    const { steps } = resolveCase({
      tools: [{ name: 't', plugin: 'p', optional: true, sharedOnly: true }],
      policy: { deny: ['t'], allow: ['x'] },
      agent: { tools: ['p*'], scope: 'user', budget: 0 },
      request: { unavailable: ['t'] },
    }).explain('t');
    expect(steps.map(({ phase, verdict }) => `${phase} ${verdict}`)).toEqual([
      'admission pass',
      'deny block',
      'scope block',
      'optional block',
      'allow block',
      'exposure block',
      'overrides pass',
      'availability block',
      'budget pass',
    ]);
  });

  it('shows what would expose a tool that is denied', () => {
    const given = { tools: ['t'], policy: { deny: ['t'] }, agent: { tools: ['t'] } };
    expect(resolveCase(given).explain('t').steps).toContainEqual({
      phase: 'exposure',
      layer: 'agents.a.tools[0].t',
      rule: 'exposes it',
      path: 'agents.a.tools[0].t',
      verdict: 'expose',
    });
  });

  it('is found by folded name and by alias, and is empty for a stranger', () => {
    const { inputs, request } = questionOf({ tools: [{ name: 'exec', aliases: ['bash'] }] });
    const resolver = createSurfaceResolver();
    expect(resolver.explain({ inputs, request }, ' BASH ')).toMatchObject([{ tool: 'exec' }]);
    expect(resolver.explain({ inputs, request }, 'constructor')).toEqual([]);
  });

  it('is frozen', () => {
    const explanation = resolveCase({ tools: ['t'] }).explain('t');
    expect(Object.isFrozen(explanation) && explanation.steps.every(Object.isFrozen)).toBe(true);
  });
});

describe('formatExplanation', () => {
  it('prints verdict, reason, place and what to change, then the whole trace', () => {
    const explanation = resolveCase({
      tools: ['get_forecast', { name: 'set_home_city', plugin: 'weather', optional: true }],
      agent: { policy: { allow: ['get_forecast'] } },
    }).explain('set_home_city');
    const locate = (path: string) =>
      path.startsWith('agents.a.tools.allow')
        ? { file: 'mortise.config.jsonc', line: 12 }
        : undefined;
    expect(formatExplanation(placeExplanation(explanation, locate), 'a')).toBe(
      [
        'set_home_city (extension weather): hidden. It is optional, and no rule of this agent names it.',
        '  stopped by optional in opt-in: registered optional, and no list names it, and by 1 more rule below',
        '  at agents.a.tools.alsoAllow',
        '  to change it: mortise allow a set_home_city',
        '',
        '  pass   admission    extension weather: registered',
        '  pass   deny         all layers: no deny list',
        '  pass   scope        worker_scope agent: the tool fits every scope',
        '  BLOCK  optional     opt-in: registered optional, and no list names it (agents.a.tools.alsoAllow)',
        '  BLOCK  allow        agent: allow list (ceiling) of 1 entry does not match it (agents.a.tools.allow, mortise.config.jsonc:12)',
        '  expose exposure     everything permitted: exposes it',
        '  pass   overrides    toolkits: no conflict',
        '  pass   availability host: available',
        '  pass   budget       agent: no token budget',
      ].join('\n'),
    );
  });

  it('prints each reason code as a sentence of its own', () => {
    const firstLines = [...CASES.values()].map(({ remedies: _, ...given }) => {
      const [line] = formatExplanation(resolveCase(given).explain('t'), 'a').split('\n');
      return line;
    });
    expect(new Set(firstLines).size).toBe(CASES.size);
  });
});
