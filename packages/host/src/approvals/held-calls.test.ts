import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry, Principal } from '@mortise/contracts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import type { Host } from '../assembly/host.ts';
import type { HostOptions } from '../assembly/host-options.ts';

const root = mkdtempSync(join(tmpdir(), 'mortise-held-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const opened: Host[] = [];
afterEach(async () => {
  for (const host of opened.splice(0)) await host.close({ drainMs: 0 });
});

const sent: unknown[] = [];
const audit: AuditEntry[] = [];
const CONFIG = {
  agents: { main: {}, other: {} },
  tools: { rules: [{ tools: ['send'], then: 'ask' as const, reason: 'mail leaves the house' }] },
};

async function open(parts: Partial<HostOptions> = {}): Promise<Host> {
  const host = await createHost({
    config: CONFIG,
    audit: { record: (entry) => void audit.push(entry) },
    tools: [
      {
        name: 'send',
        description: 'Sends mail.',
        schema: { type: 'object' },
        execute: (args) => {
          sent.push(args);
          return { ok: true, value: 'sent' };
        },
      },
    ],
    ...parts,
  });
  opened.push(host);
  return host;
}

let calls = 0;
const send = (host: Host, args: object, options: object = {}) => {
  calls += 1;
  const session = host.agent('main').session('s');
  return session
    .execute([{ id: `c${calls}`, name: 'send', args }], options)
    .then(([result]) => result);
};

/** The one call that waits. */
async function waiting(host: Host) {
  await expect.poll(async () => (await host.approvals.waiting()).approvals.length).toBe(1);
  const [approval] = (await host.approvals.waiting()).approvals;
  if (approval === undefined) throw new Error('None waits.');
  return approval;
}

const approver = (agents: Principal['agents'], id = 'boss'): Principal => ({
  ...{ kind: 'client', id, roles: ['approve'], agents },
});

describe('a call that a rule asks for (T-4)', () => {
  it('runs once it is approved, and its hold says who approved it and how it ended', async () => {
    const host = await open();
    const before = sent.length;
    const result = send(host, { to: 'ana' });
    const { id } = await waiting(host);
    expect(sent).toHaveLength(before);
    await host.approvals.decide(id, { verdict: 'approved', principal: approver(['main']) });
    expect(await result).toMatchObject({ ok: true, text: 'sent' });
    expect(sent.slice(before)).toEqual([{ to: 'ana' }]);
    await expect.poll(async () => (await host.approvals.show(id)).state).toBe('ended');
    expect(await host.approvals.show(id)).toMatchObject({
      decision: { by: 'boss', verdict: 'approved' },
      use: { effects: 'done', outcome: 'ok' },
    });
    const actions = audit.filter(({ target }) => target === id).map(({ action }) => action);
    expect(actions).toEqual(['approval.hold', 'approval.approve', 'approval.use']);
  });

  it('runs once where it waits when two hosts on its state approve it, of which one knows of no caller', async () => {
    const stateDir = join(root, 'shared');
    const [here, there] = [await open({ stateDir }), await open({ stateDir })];
    const before = sent.length;
    const result = send(here, { to: 'shared' });
    const { id, callers } = await waiting(here);
    expect([callers, (await waiting(there)).callers]).toEqual([1, 0]);
    const decided = await Promise.allSettled(
      [here, there].map((host) => host.approvals.decide(id, { verdict: 'approved' })),
    );
    expect(decided.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await result).toMatchObject({ ok: true });
    expect(await send(there, { to: 'shared' }, { approvalWaitMs: 0 })).toMatchObject({
      code: 'approval_pending',
    });
    expect(sent).toHaveLength(before + 1);
  });

  it('does not run if it is denied, and the same call is refused without asking', async () => {
    const host = await open();
    const before = sent.length;
    const result = send(host, { to: 'bob' });
    const { id } = await waiting(host);
    await host.approvals.decide(id, { verdict: 'denied', reason: 'not today' });
    const no = { status: 'refused', code: 'approval_denied', approvalId: id, effects: 'none' };
    expect(await result).toMatchObject({ ...no, message: expect.stringContaining('not today') });
    expect(await send(host, { to: 'bob' })).toMatchObject(no);
    expect(sent).toHaveLength(before);
  });

  it('is refused when its time is over', async () => {
    const host = await open({ config: { ...CONFIG, approvals: { timeout: '1s' } } });
    expect(await send(host, { to: 'late' })).toMatchObject({ code: 'approval_expired' });
  });

  it('says what it waits for to a caller that does not wait, and uses the decision later', async () => {
    const host = await open();
    const first = await send(host, { to: 'eve' }, { approvalWaitMs: 0 });
    expect(first).toMatchObject({ code: 'approval_pending', approvalId: expect.any(String) });
    const { id } = await waiting(host);
    await host.approvals.decide(id, { verdict: 'approved' });
    expect(await send(host, { to: 'eve' })).toMatchObject({ ok: true });
    expect(await send(host, { to: 'eve' }, { approvalWaitMs: 0 })).toMatchObject({
      code: 'approval_pending',
    });
  });

  it('waits on for the same call if its caller goes away, or is cancelled if so configured', async () => {
    for (const whenCallerLeaves of ['keep', 'cancel'] as const) {
      const host = await open({ config: { ...CONFIG, approvals: { whenCallerLeaves } } });
      const leaving = new AbortController();
      const result = send(host, { to: whenCallerLeaves }, { signal: leaving.signal });
      const { id } = await waiting(host);
      leaving.abort();
      expect(await result).toMatchObject({ code: 'aborted_before_start' });
      const state = whenCallerLeaves === 'keep' ? 'waiting' : 'cancelled';
      await expect.poll(async () => (await host.approvals.show(id)).state).toBe(state);
    }
  });

  it('is asked anew after the policy changed while it waited', async () => {
    const host = await open();
    const before = sent.length;
    const result = send(host, { to: 'pol' });
    const { id } = await waiting(host);
    await host.reload({ ...CONFIG, agents: { main: { tools: { deny: ['other'] } }, other: {} } });
    await host.approvals.decide(id, { verdict: 'approved' });
    expect(await result).toMatchObject({ ok: false, status: 'refused', code: 'approval_stale' });
    expect(sent).toHaveLength(before);
  });

  it('runs although what has no say in it was edited while it waited', async () => {
    const host = await open();
    const before = sent.length;
    const result = send(host, { to: 'other' });
    const { id } = await waiting(host);
    const third = { tools: { rules: [{ tools: '*', then: 'deny' as const }] } };
    const agents = { main: {}, other: {}, third };
    await host.reload({ ...CONFIG, agents, rates: [{ calls: 9, per: '1m' }] });
    await host.approvals.decide(id, { verdict: 'approved' });
    expect(await result).toMatchObject({ ok: true });
    expect(sent).toHaveLength(before + 1);
  });

  it('is refused if a rule denies it by then, whatever was approved', async () => {
    const host = await open();
    const result = send(host, { to: 'late' });
    const { id } = await waiting(host);
    const deny = { tools: ['send'], then: 'deny' as const, reason: 'not any more' };
    await host.reload({ ...CONFIG, tools: { rules: [...CONFIG.tools.rules, deny] } });
    await host.approvals.decide(id, { verdict: 'approved' });
    expect(await result).toMatchObject({ ok: false, code: 'rule_denied' });
  });

  it('leaves its place in a limit of calls at the same time to others while it waits (T-5)', async () => {
    const rates = [{ for: { tool: 'send' }, concurrent: 1 }];
    const rules = [{ ...CONFIG.tools.rules[0], tools: ['send'], when: { required: ['held'] } }];
    const host = await open({ config: { ...CONFIG, tools: { rules: rules as never }, rates } });
    const held = send(host, { held: 1 });
    const { id } = await waiting(host);
    expect(await send(host, { free: 1 })).toMatchObject({ ok: true });
    await host.approvals.decide(id, { verdict: 'approved' });
    expect(await held).toMatchObject({ ok: true });
    expect(await send(host, { free: 2 })).toMatchObject({ ok: true });
  });

  it('is decided by the first listener that answers; one that throws decides nothing', async () => {
    const host = await open();
    const shown: string[] = [];
    host.approvals.onWaiting(() => {
      throw new Error('no');
    });
    host.approvals.onWaiting(({ args }) => {
      shown.push(args);
      return { verdict: args.includes('yes') ? 'approved' : 'denied' };
    });
    expect(await send(host, { say: 'yes' })).toMatchObject({ ok: true });
    expect(await send(host, { say: 'nay' })).toMatchObject({ code: 'approval_denied' });
    expect(shown).toEqual(['{"say":"yes"}', '{"say":"nay"}']);
  });

  it('of which too many wait is refused, those of other agents are not', async () => {
    const host = await open({ config: { ...CONFIG, approvals: { waiting: 2 } } });
    const now = { approvalWaitMs: 0 };
    for (const n of [1, 2]) await send(host, { n }, now);
    expect(await send(host, { n: 3 }, now)).toMatchObject({ code: 'approvals_full' });
    const [other] = await host
      .agent('other')
      .session('s')
      .execute([{ id: 'o', name: 'send', args: {} }], now);
    expect(other).toMatchObject({ code: 'approval_pending' });
  });

  it('of one client that asks for too much keeps out no other client of the same agent and user (T-1)', async () => {
    const host = await open({ config: { ...CONFIG, approvals: { waiting: 2 } } });
    const ask = async (id: string, n: number) => {
      const principal: Principal = { kind: 'client', id, roles: ['call'], agents: ['main'] };
      const session = host.agent('main').session('s', { userId: 'ana', principal });
      const calls = [{ id: `${id}${n}`, name: 'send', args: { n } }];
      const [result] = await session.execute(calls, { approvalWaitMs: 0 });
      return result;
    };
    for (const n of [1, 2]) await ask('laptop', n);
    expect(await ask('laptop', 3)).toMatchObject({ code: 'approvals_full' });
    expect(await ask('phone', 1)).toMatchObject({ code: 'approval_pending' });
  });

  it('ends at once when the host ends, and waits on in its state', async () => {
    const stateDir = join(root, 'ending');
    const host = await open({ stateDir });
    const result = send(host, { to: 'end' });
    const { id } = await waiting(host);
    await host.close();
    expect(await result).toMatchObject({ code: 'host_draining', status: 'refused' });
    const next = await open({ stateDir });
    await next.approvals.decide(id, { verdict: 'approved' });
    expect(await send(next, { to: 'end' })).toMatchObject({ ok: true });
    expect(await send(next, { to: 'end' }, { approvalWaitMs: 0 })).toMatchObject({
      code: 'approval_pending',
    });
  });
});

describe('who may decide (T-1, T-4)', () => {
  it.each([
    { who: 'an approver of another agent', principal: approver(['other']) },
    {
      who: 'a client without the role',
      principal: { ...approver('all'), roles: ['call', 'view'] },
    },
    { who: 'the client that asked', principal: approver('all', 'asker') },
  ] as const)('not $who', async ({ principal }) => {
    const host = await open();
    const asker = { ...approver(['main'], 'asker'), roles: ['call', 'approve'] } as const;
    const session = host.agent('main').session('s', { principal: asker });
    await session.execute([{ id: 'c', name: 'send', args: {} }], { approvalWaitMs: 0 });
    const { id } = await waiting(host);
    await expect(
      host.approvals.decide(id, { verdict: 'approved', principal }),
    ).rejects.toMatchObject({ code: 'approval_forbidden' });
  });

  it('lets no client use what was approved for another one, its approver least of all', async () => {
    const host = await open();
    const before = sent.length;
    const both = { ...approver(['main'], 'both'), roles: ['call', 'approve'] } as const;
    const asker = { ...approver(['main'], 'asker'), roles: ['call'] } as const;
    const ask = async (principal: Principal) => {
      const session = host.agent('main').session('s', { principal });
      const calls = [{ id: 'c', name: 'send', args: { to: 'mallory' } }];
      return (await session.execute(calls, { approvalWaitMs: 0 }))[0];
    };
    await ask(asker);
    const { id } = await waiting(host);
    // It joins the call of another one, and approves what it asked for itself.
    await ask(both);
    await host.approvals.decide(id, { verdict: 'approved', principal: both });
    expect(await ask(both)).toMatchObject({ code: 'approval_pending' });
    expect(sent).toHaveLength(before);
    expect(await ask(asker)).toMatchObject({ ok: true });
  });

  it('what the user of a client says counts only if the operator says so, and in its own conversation', async () => {
    const host = await open();
    await send(host, { to: 'own' }, { approvalWaitMs: 0 });
    const { id } = await waiting(host);
    const caller = { agentId: 'main', sessionKey: 's', principalId: 'embedder' };
    const yes = { verdict: 'approved' } as const;
    const no = { code: 'approval_forbidden' };
    await expect(host.approvals.decideElicited(id, caller, yes)).rejects.toMatchObject(no);
    await host.reload({ ...CONFIG, approvals: { elicit: ['main'] } });
    for (const other of [
      { sessionKey: 't' },
      { agentId: 'other' },
      { userId: 'ana' },
      { principalId: 'another client' },
    ]) {
      const asked = host.approvals.decideElicited(id, { ...caller, ...other }, yes);
      await expect(asked).rejects.toMatchObject(no);
    }
    expect(await host.approvals.decideElicited(id, caller, yes)).toMatchObject({
      state: 'approved',
      decision: { way: 'elicitation' },
    });
  });
});

describe('what an approver sees (T-4)', () => {
  it('is complete, hides nothing, and is without known secrets', async () => {
    const host = await open();
    host.redactSecret('hunter2-hunter2');
    const args = {
      path: 'a\u202eb\u200b\u0007',
      long: 'x'.repeat(5_000),
      key: 'hunter2-hunter2',
      tag: '\u{e0041}',
    };
    await send(host, args, { approvalWaitMs: 0 });
    const { args: shown, isRedacted, reason } = await waiting(host);
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(shown).toContain('a\\u202eb\\u200b\\u0007');
    expect(shown).toContain('x'.repeat(5_000));
    expect(shown).not.toContain('hunter2');
    expect([isRedacted, reason]).toEqual([true, 'mail leaves the house']);
  });

  it('is refused if it is too large to be read', async () => {
    const host = await open();
    expect(await send(host, { long: 'x'.repeat(300_000) })).toMatchObject({
      code: 'approval_too_large',
    });
  });
});
