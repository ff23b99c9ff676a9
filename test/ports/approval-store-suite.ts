import type { ApprovalStore, HeldCall, HoldBounds } from '@mortise/contracts';
import { expect, it } from 'vitest';

const BOUNDS: HoldBounds = { now: 1_000, perCaller: 3, total: 5 };

let count = 0;
function hold(parts: Partial<HeldCall> = {}, call: Partial<HeldCall['call']> = {}): HeldCall {
  count += 1;
  return {
    ...{ id: `ap_${count}`, version: 1, state: 'waiting', request: `r${count}`, hash: `h${count}` },
    call: {
      ...{ toolName: 't', definitionHash: 'd', args: '{"a":"\\ud800"}', agentId: 'main' },
      ...{ sessionKey: 's', principalId: 'embedder', policyHash: 'p', ...call },
    },
    ...{ principalId: 'embedder', callId: 'c', reason: 'because', createdAt: 1, expiresAt: 2_000 },
    ...parts,
  };
}

/** What every store of calls on hold does; run against each implementation. */
export function approvalStoreSuite(open: () => ApprovalStore): void {
  it('gives back what was held, complete', async () => {
    await using store = open();
    const held = hold(
      { rule: 'tools.rules[0]' },
      { args: '{"text":"\\ud83d\\u0000é"}', userId: 'ana' },
    );
    expect(await store.hold(held, BOUNDS)).toEqual({ status: 'added', held });
    expect(await store.read(held.id)).toEqual(held);
    expect(await store.read('ap_none')).toBeUndefined();
    expect(store.mode).toBe('ready');
  });

  it('answers with the hold that stands for the same request, and with a new one when it does not any more', async () => {
    await using store = open();
    const first = hold({ request: 'same' });
    await store.hold(first, BOUNDS);
    const again = hold({ request: 'same' });
    expect(await store.hold(again, BOUNDS)).toEqual({ status: 'standing', held: first });
    for (const state of ['approved', 'denied'] as const) {
      const { held } = (await store.hold(again, BOUNDS)) as { held: HeldCall };
      const next = { ...held, state, version: held.version + 1 };
      expect(await store.replace(next)).toBe(true);
      expect(await store.hold(again, BOUNDS)).toEqual({ status: 'standing', held: next });
    }
    expect((await store.hold(again, { ...BOUNDS, now: 2_000 })).status).toBe('added');
    const used = hold({ request: 'used' });
    await store.hold(used, BOUNDS);
    await store.replace({ ...used, state: 'used', version: 2 });
    expect((await store.hold(hold({ request: 'used' }), BOUNDS)).status).toBe('added');
  });

  it('lets exactly one of many writers change a version', async () => {
    await using store = open();
    const held = hold();
    await store.hold(held, BOUNDS);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        store.replace({ ...held, version: 2, state: at % 2 === 0 ? 'approved' : 'denied' }),
      ),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect((await store.read(held.id))?.version).toBe(2);
    expect(await store.replace({ ...held, version: 9, state: 'used' })).toBe(false);
    expect(await store.replace({ ...held, id: 'ap_none', version: 2 })).toBe(false);
  });

  it('has room for so many of one agent, user and client and for so many in all; what does not wait takes none', async () => {
    await using store = open();
    const mine = [hold(), hold(), hold()];
    for (const each of mine) await store.hold(each, BOUNDS);
    expect(await store.hold(hold(), BOUNDS)).toMatchObject({
      status: 'full',
      reason: expect.stringMatching(/^3 calls/),
    });
    expect((await store.hold(hold({}, { userId: 'ana' }), BOUNDS)).status).toBe('added');
    expect((await store.hold(hold({}, { agentId: 'other' }), BOUNDS)).status).toBe('added');
    expect(await store.hold(hold({}, { agentId: 'third' }), BOUNDS)).toMatchObject({
      status: 'full',
      reason: expect.stringMatching(/^5 calls/),
    });
    const [first] = mine;
    if (first !== undefined) await store.replace({ ...first, version: 2, state: 'denied' });
    expect((await store.hold(hold(), BOUNDS)).status).toBe('added');
    expect((await store.hold(hold({ expiresAt: 9_000 }), { ...BOUNDS, now: 2_000 })).status).toBe(
      'added',
    );
  });

  it('keeps no client out because another one of the same agent and user has used up its places', async () => {
    await using store = open();
    const of = (principalId: string) => hold({}, { userId: 'ana', principalId });
    for (const each of [of('laptop'), of('laptop'), of('laptop')]) await store.hold(each, BOUNDS);
    expect((await store.hold(of('laptop'), BOUNDS)).status).toBe('full');
    expect((await store.hold(of('phone'), BOUNDS)).status).toBe('added');
  });

  it('lists in the order of changes, by state and agent, and from a mark on', async () => {
    await using store = open();
    const [a, b, c] = [hold(), hold({}, { agentId: 'other' }), hold()];
    for (const each of [a, b, c]) await store.hold(each, BOUNDS);
    const all = await store.list({ limit: 10 });
    expect(all.held.map(({ id }) => id)).toEqual([a.id, b.id, c.id]);
    await store.replace({ ...a, version: 2, state: 'approved' });
    const later = await store.list({ after: all.mark, limit: 10 });
    expect(later.held).toMatchObject([{ id: a.id, state: 'approved' }]);
    expect((await store.list({ after: later.mark, limit: 10 })).held).toEqual([]);
    expect((await store.list({ states: ['waiting'], limit: 10 })).held.map(({ id }) => id)).toEqual(
      [b.id, c.id],
    );
    expect((await store.list({ agentIds: ['other'], limit: 10 })).held.map(({ id }) => id)).toEqual(
      [b.id],
    );
    expect((await store.list({ agentIds: [], limit: 10 })).held).toEqual([]);
    const page = await store.list({ limit: 1 });
    expect((await store.list({ after: page.mark, limit: 1 })).held.map(({ id }) => id)).toEqual([
      c.id,
    ]);
  });

  it('forgets what ended long ago, and never loses the place of a reader', async () => {
    await using store = open();
    const old = hold({ expiresAt: 100 });
    const fresh = hold({ expiresAt: 5_000 });
    await store.hold(fresh, { ...BOUNDS, now: 50 });
    await store.hold(old, { ...BOUNDS, now: 50 });
    const { mark } = await store.list({ limit: 10 });
    const rule = { endedBefore: 1_000, dryRun: false };
    expect(await store.prune({ ...rule, dryRun: true })).toBe(1);
    expect(await store.prune(rule)).toBe(1);
    expect(await store.prune(rule)).toBe(0);
    expect(await store.read(old.id)).toBeUndefined();
    await store.replace({ ...fresh, version: 2, state: 'denied' });
    expect((await store.list({ after: mark, limit: 10 })).held.map(({ id }) => id)).toEqual([
      fresh.id,
    ]);
  });
}
