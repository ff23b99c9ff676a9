import type {
  ApprovedCall,
  CallApprovals,
  CallDeciders,
  Refusal,
  RuleVerdict,
  ToolCall,
} from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { DefaultToolRegistry } from '../seed-registry/default-tool-registry.ts';
import { makeContext, makeTool } from '../testing/core-fixtures.ts';

const REFUSED: Refusal = { status: 'refused', code: 'admission_refused', message: 'stopped' };

function setUp(deciders: CallDeciders) {
  const ran: unknown[] = [];
  const tool = makeTool('write', {
    schema: { type: 'object' },
    execute: (args) => {
      ran.push(args);
      return { ok: true, value: 'done' };
    },
  });
  const registry = new DefaultToolRegistry({}, undefined, deciders);
  registry.register(tool);
  const run = async (args: unknown = {}, dryRun = false) => {
    const calls = [{ toolCallId: '1', name: 'write', args }];
    const [done] = await registry.executeParallel(calls, makeContext({ dryRun }));
    return done?.result;
  };
  return { registry, run, ran };
}

const verdict = (each: RuleVerdict['verdict']) => ({
  decide: (): RuleVerdict => ({ verdict: each, reason: `it says ${each}`, path: 'tools.rules[0]' }),
});

const approving = (claim: ApprovedCall['claim'], seen: ToolCall[] = []): CallApprovals => ({
  hold: async (call) => {
    seen.push(call);
    return { approvalId: 'a1', claim, ended: () => undefined };
  },
});

describe('the stage that decides on a call (E-3)', () => {
  it('refuses what is stopped, and asks nothing while no stop is in force', async () => {
    const stopped = setUp({ stops: { isInForce: true, refusalFor: () => REFUSED } });
    expect(await stopped.run()).toMatchObject({ ok: false, error: 'stopped' });
    const idle = setUp({ stops: { isInForce: false, refusalFor: () => REFUSED } });
    expect(await idle.run()).toMatchObject({ ok: true });
    expect([stopped.ran, idle.ran]).toEqual([[], [{}]]);
  });

  it.each([
    { says: 'allow', then: { ok: true }, runs: 1 },
    { says: 'deny', then: { ok: false, code: 'rule_denied' }, runs: 0 },
    { says: 'ask', then: { ok: false, code: 'approval_required' }, runs: 0 },
  ] as const)('a rule that says $says, with no approvals', async ({ says, then, runs }) => {
    const { run, ran } = setUp({ rules: verdict(says) });
    expect(await run()).toMatchObject(then);
    expect(ran).toHaveLength(runs);
  });

  it('decides on a frozen copy that the tool gets, whatever the caller does to its own', async () => {
    const seen: unknown[] = [];
    let reads = 0;
    const trick = {
      get path() {
        reads += 1;
        return reads === 1 ? '/safe' : '/etc';
      },
    };
    const rules = {
      decide: ({ args }: Pick<ToolCall, 'args'>): RuleVerdict => {
        seen.push(args);
        return { verdict: 'allow', reason: '' };
      },
    };
    const { run, ran } = setUp({ rules });
    await run(trick);
    expect(Object.isFrozen(seen[0])).toBe(true);
    expect(ran).toEqual(seen);
  });

  it('holds a call that must be asked for, and uses its approval up once before it runs', async () => {
    const order: string[] = [];
    const held: ToolCall[] = [];
    const claim = async () => {
      order.push('claimed');
      return undefined;
    };
    const { run, ran } = setUp({ rules: verdict('ask'), approvals: approving(claim, held) });
    expect(await run({ path: 'x' })).toMatchObject({ ok: true });
    expect(order).toEqual(['claimed']);
    expect(ran).toEqual([{ path: 'x' }]);
    expect(Object.isFrozen(held[0])).toBe(true);
  });

  it('runs nothing if the approval cannot be used up', async () => {
    const { run, ran } = setUp({
      rules: verdict('ask'),
      approvals: approving(async () => REFUSED),
    });
    expect(await run()).toMatchObject({ ok: false });
    expect(ran).toEqual([]);
  });

  it('refuses an approved call whose tool changed while it waited', async () => {
    const approvals: CallApprovals = {
      hold: async () => {
        registry.unregister('write');
        registry.register(makeTool('write', { description: 'something else' }));
        return { approvalId: 'a1', claim: async () => undefined, ended: () => undefined };
      },
    };
    const { registry, run, ran } = setUp({ rules: verdict('ask'), approvals });
    expect(await run()).toMatchObject({ ok: false, code: 'approval_required' });
    expect(ran).toEqual([]);
  });

  it('refuses an approved call that was stopped while it waited', async () => {
    const stops = { isInForce: false, refusalFor: () => REFUSED };
    const approvals: CallApprovals = {
      hold: async () => {
        stops.isInForce = true;
        return { approvalId: 'a1', claim: async () => undefined, ended: () => undefined };
      },
    };
    const { run, ran } = setUp({ rules: verdict('ask'), approvals, stops });
    expect(await run()).toMatchObject({ ok: false, error: 'stopped' });
    expect(ran).toEqual([]);
  });

  it('gives a lease back once, with the outcome, however the call ends', async () => {
    const released: string[] = [];
    const lease = { release: ({ status }: { status: string }) => released.push(status) };
    const rates = { isInForce: true, take: () => lease };
    await setUp({ rates }).run();
    await setUp({ rates, rules: verdict('ask') }).run();
    await setUp({ rates: { isInForce: true, take: () => REFUSED } }).run();
    expect(released).toEqual(['ok', 'refused']);
  });

  it('takes no rate and asks no person for a dry run, and says that it would', async () => {
    const forbidden = () => {
      throw new Error('asked');
    };
    const { run, ran } = setUp({
      rates: { isInForce: true, take: forbidden },
      rules: verdict('ask'),
      approvals: { hold: forbidden },
    });
    const result = await run({ path: 'x' }, true);
    expect(result).toMatchObject({ ok: true });
    expect(JSON.stringify(result)).toContain('once a person approves it: it says ask');
    expect(ran).toEqual([]);
  });

  it.each(['stops', 'rules', 'rates', 'approvals'] as const)(
    'refuses the call if %s fail (fail closed)',
    async (which) => {
      const broken = () => {
        throw new Error('broken');
      };
      const { run, ran } = setUp({
        rules: { decide: which === 'rules' ? broken : verdict('ask').decide },
        ...(which === 'stops' && { stops: { isInForce: true, refusalFor: broken } }),
        ...(which === 'rates' && { rates: { isInForce: true, take: broken } }),
        approvals: { hold: broken },
      });
      expect(await run()).toMatchObject({ ok: false, code: 'admission_refused' });
      expect(ran).toEqual([]);
    },
  );
});
