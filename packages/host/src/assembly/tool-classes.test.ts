import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';
import { defineTool } from './define-tool.ts';
import type { Host } from './host.ts';

const tool = (name: string, annotations?: object) =>
  defineTool({
    ...{ name, description: 'd', schema: { type: 'object' } },
    ...(annotations === undefined ? {} : { annotations }),
    execute: () => ({ ok: true, value: name }) as const,
  });

/** Tools of an extension say what they like of themselves. */
const BOASTER = `export default (api) => {
  for (const [name, annotations] of [
    ['says_harmless', { readOnlyHint: true }], ['says_grave', { destructiveHint: true }], ['says_nothing', {}],
  ]) api.registerTool({ name, description: 'd', parameters: { type: 'object' }, annotations,
    execute: () => ({ content: [{ type: 'text', text: name }] }) });
};`;

let host: Host;
beforeAll(async () => {
  host = await createHost({
    tools: [
      tool('look', { readOnlyHint: true }),
      tool('note', { destructiveHint: false, openWorldHint: false }),
      tool('mail', { destructiveHint: false }),
      tool('wipe', { destructiveHint: true }),
      tool('plain'),
    ],
    extensions: [{ id: 'boaster', source: BOASTER }],
    config: {
      agents: {
        open: {},
        gated: { tools: { gates: { external: 'ask', irreversible: 'deny' } } },
        split: { tools: { gates: { irreversible: 'ask', unclassified: 'allow' } } },
        trusting: { tools: { gates: { reversible: 'ask' }, trustHints: ['boaster'] } },
        classed: {
          tools: {
            gates: { external: 'ask' },
            reversibility: { read_only: ['plain', 'says_nothing'], irreversible: ['look'] },
          },
        },
        excepted: {
          tools: {
            gates: { external: 'ask' },
            rules: [{ tools: ['mail', 'wipe'], when: { required: ['ok'] }, then: 'allow' }],
          },
        },
        floored: {
          tools: {
            floors: { irreversible: 'ask' },
            rules: [{ tools: '*', then: 'allow' }],
          },
        },
        child: { parent: 'floored', tools: { gates: { irreversible: 'allow' } } },
        batched: { tools: { gates: { irreversible: 'ask' }, chain: 'batch' } },
        chained: {
          tools: { gates: { irreversible: 'ask', unclassified: 'allow' }, chain: 'session' },
        },
        below: { parent: 'chained' },
      },
    },
  });
});
afterAll(() => host.close());

async function run(agent: string, names: readonly string[], session = 's', args: object = {}) {
  const calls = names.map((name, index) => ({ id: String(index), name, args }));
  const results = await host.agent(agent).session(session).execute(calls, { approvalWaitMs: 0 });
  return results.map((each) => (each.ok ? 'ran' : each.code));
}

const ASKED = 'approval_pending';
const DENIED = 'rule_denied';

describe('calls by how they can be undone (T-3, T-4)', () => {
  it.each([
    ['open', 'wipe', 'ran'],
    ['gated', 'look', 'ran'],
    ['gated', 'note', 'ran'],
    ['gated', 'mail', ASKED],
    ['gated', 'wipe', DENIED],
    // What is not classified is as grave as can be, and no author's word makes it milder.
    ['gated', 'plain', DENIED],
    ['gated', 'says_harmless', DENIED],
    ['gated', 'says_grave', DENIED],
    ['split', 'plain', 'ran'],
    ['split', 'says_harmless', 'ran'],
    ['split', 'says_grave', ASKED],
    ['trusting', 'says_harmless', 'ran'],
    ['trusting', 'says_nothing', ASKED],
    ['classed', 'plain', 'ran'],
    ['classed', 'says_nothing', 'ran'],
    ['classed', 'look', ASKED],
    ['floored', 'mail', 'ran'],
    ['floored', 'wipe', ASKED],
    ['child', 'wipe', ASKED],
  ])('for %s, %s → %s', async (agent, name, then) => {
    expect(await run(agent, [name])).toEqual([then]);
  });

  it('lets a rule accept what a gate asks for', async () => {
    expect(await run('excepted', ['wipe'], 's', { ok: 1 })).toEqual(['ran']);
    expect(await run('excepted', ['wipe'])).toEqual([ASKED]);
  });

  it('gates all calls of a batch by the gravest, those that only read aside', async () => {
    expect(await run('batched', ['note'])).toEqual(['ran']);
    expect(await run('batched', ['note', 'look', 'wipe'])).toEqual([ASKED, 'ran', ASKED]);
  });

  it('says to the person who is asked that another call is the reason', async () => {
    await run('batched', ['note', 'wipe'], 'why');
    const { approvals } = await host.approvals.waiting({ agentIds: ['batched'] });
    const note = approvals.find(({ tool, session }) => tool === 'note' && session === 'why');
    expect(note?.reason).toContain('together with another call');
  });

  it('gates what a session does after a grave call, and what agents below do in it, but no other session', async () => {
    expect(await run('chained', ['note'], 'work')).toEqual(['ran']);
    const grave = host
      .agent('chained')
      .session('work')
      .execute([{ id: 'w', name: 'wipe', args: {} }]);
    await expect
      .poll(async () => (await host.approvals.waiting({ agentIds: ['chained'] })).approvals.length)
      .toBe(1);
    const [held] = (await host.approvals.waiting({ agentIds: ['chained'] })).approvals;
    await host.approvals.decide(held?.id ?? '', { verdict: 'approved' });
    expect((await grave)[0]?.ok).toBe(true);
    expect(await run('chained', ['note', 'look'], 'work')).toEqual([ASKED, 'ran']);
    expect(await run('below', ['note'], 'work')).toEqual([ASKED]);
    expect(await run('chained', ['note'], 'other')).toEqual(['ran']);
  });

  it('shows classes, gates and floors in explain', async () => {
    const [explained] = await host.agent('floored').session('s').explain('wipe', { args: {} });
    expect(explained?.ruling).toMatchObject({
      verdict: 'ask',
      path: 'agents.floored.tools.floors.irreversible',
    });
    const rules = explained?.steps.map(({ rule }) => rule).join('\n');
    expect(rules).toContain('ask whatever rules accept (class irreversible)');
  });
});
