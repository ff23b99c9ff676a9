import { describe, expect, it } from 'vitest';
import { createSurfaceResolver } from './create-surface-resolver.ts';
import type { ChangePreview } from './preview-change.ts';
import { type CaseAgent, type PolicyCase, questionOf, snapshotOf } from './testing/policy-case.ts';

const TOOLS = ['read', { name: 'forecast', plugin: 'weather' }] as const;

function preview(before: CaseAgent, after: CaseAgent, rest: Partial<PolicyCase> = {}) {
  const [old, fresh] = [before, after].map((agent) => questionOf({ tools: TOOLS, ...rest, agent }));
  if (old === undefined || fresh === undefined) throw new Error('Two questions were asked.');
  const { snapshot } = old.inputs;
  return createSurfaceResolver().preview(old.inputs, { ...fresh.inputs, snapshot });
}

const names = ({ agents: [agent] }: ChangePreview) => ({
  appears: agent?.appears.map(({ tool }) => tool),
  disappears: agent?.disappears.map(({ tool }) => tool),
});

describe('the preview of a change (F-5b)', () => {
  it.each<{ when: string; before: CaseAgent; after: CaseAgent; then: object }>([
    {
      when: 'a profile that holds nothing is widened',
      before: { policy: { profile: 'none', alsoAllow: [] } },
      after: { policy: { profile: 'none', alsoAllow: ['forecast'] } },
      then: { appears: ['forecast'], disappears: [] },
    },
    {
      when: 'a tool is denied',
      before: {},
      after: { policy: { deny: ['re*'] } },
      then: { appears: [], disappears: ['read'] },
    },
    { when: 'nothing changes', before: {}, after: {}, then: { appears: [], disappears: [] } },
  ])('names what appears and disappears when $when', ({ before, after, then }) => {
    expect(names(preview(before, after))).toEqual(then);
  });

  it('counts what an agent has afterwards, in tools and tokens', () => {
    const [agent] = preview({ policy: { deny: ['*'] } }, {}).agents;
    expect(agent).toMatchObject({ agentId: 'a', activeCount: 2 });
    expect(agent?.activeTokens).toBe(agent?.appears.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(agent?.activeTokens).toBeGreaterThan(0);
  });

  it.each([
    { from: ['read'], to: ['forecast'], then: ['ceiling', 'opt-in'] },
    { from: [], to: ['forecast'], then: ['ceiling', 'opt-in'] },
    { from: ['forecast'], to: ['forecast', 'read'], then: ['opt-in', 'ceiling'] },
    { from: undefined, to: ['read'], then: ['none', 'ceiling'] },
    { from: ['read'], to: undefined, then: ['ceiling', 'none'] },
  ])('says that allow $from → $to turns a list ($then)', ({ from, to, then: [before, after] }) => {
    const policyOf = (allow: readonly string[] | undefined) => (allow ? { policy: { allow } } : {});
    expect(preview(policyOf(from), policyOf(to)).modes).toEqual([
      { path: 'agents.a.tools.allow', before, after },
    ]);
  });

  it('sees the lists of providers and sandboxes, which no plain request uses', () => {
    const lists = (allow: readonly string[]): CaseAgent => ({
      policy: { byProvider: new Map([['x', { allow }]]), sandbox: { allow } },
    });
    expect(preview(lists(['read']), lists(['weather'])).modes.map(({ path }) => path)).toEqual([
      'agents.a.tools.byProvider.x.allow',
      'agents.a.tools.sandbox.tools.allow',
    ]);
  });

  it('shows an agent that comes or goes with all it has', () => {
    const { inputs } = questionOf({ tools: TOOLS, agents: new Map([['a', {}]]) });
    const { inputs: other } = questionOf({ tools: TOOLS, agents: new Map([['b', {}]]) });
    const { agents } = createSurfaceResolver().preview(inputs, {
      ...other,
      snapshot: inputs.snapshot,
    });
    expect(agents.map((each) => [each.agentId, each.activeCount])).toEqual([
      ['b', 2],
      ['a', 0],
    ]);
    expect(agents.map((each) => each.disappears.length)).toEqual([0, 2]);
  });

  it('follows another registry', () => {
    const { inputs } = questionOf({ tools: TOOLS, agent: {} });
    const snapshot = snapshotOf(['read'], 2);
    expect(names(createSurfaceResolver().preview(inputs, { ...inputs, snapshot }))).toEqual({
      appears: [],
      disappears: ['forecast'],
    });
  });
});
