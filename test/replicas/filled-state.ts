import type { HeldCall, StateStore } from '@mortise/contracts';

/** Keys that the engines keep in different ways: halves of characters, NUL, quotes, what looks escaped. */
export const ODD_KEYS = [
  'plain',
  'ünïcode 𝄞',
  'nul\0here',
  'half\ud800',
  '"quoted"',
  '"',
  'line\u2028\n',
];

/** Puts something of everything into a state. */
export async function fillState(state: StateStore, now = Date.now()): Promise<void> {
  for (const [at, key] of ODD_KEYS.entries()) {
    const record = { agentId: 'main', sessionKey: key, loadedToolkits: [`kit ${key}`], version: 0 };
    await state.sessions.write(record, 0);
    await state.rates.spend({
      ...{ key: `rate ${at}`, amount: at + 1 },
      window: { startsAt: now - 1_000, endsAt: now + 3_600_000 },
    });
    await state.approvals.hold(heldCall(`ap_${at}`, `agent ${key}`, now), {
      ...{ now, perCaller: 100, total: 100 },
    });
    const stored = { namespace: `["x","${at}"]`, key, value: JSON.stringify({ key }) };
    await state.storage.set({ ...stored, quotaBytes: 1_000_000 });
  }
  await state.sessions.write(
    {
      ...{ agentId: 'main', sessionKey: 'plain', loadedToolkits: ['a', 'b'] },
      ...{ version: 1, gravest: 'irreversible' as const },
    },
    1,
  );
  await state.storage.set({
    ...{ namespace: 'short', key: 'lived', value: '1', quotaBytes: 100, ttlMs: 3_600_000 },
  });
  await state.storage.owners?.touch(['["x"']);
  for (const id of ['t1', 't2', 't3']) await state.tokens.add(tokenRecord(id, now));
  await state.tokens.revoke('t2', now);
  const stop = { scope: 'agent', reason: 'too\0wild', by: 'ana', at: now } as const;
  await state.stops.add({ ...stop, id: 's1', name: 'main' });
  await state.stops.add({ ...stop, id: 's2', name: 'other' });
  await state.stops.lift('s2', { at: now, by: 'bob' });
  const claim = { request: 'r', holder: 'h', holdMs: 60_000, mostRuns: 1, now };
  await state.calls?.claim({ ...claim, id: 'c1', run: '1' });
  await state.calls?.claim({ ...claim, id: 'c2', run: '2' });
  await state.calls?.end({ id: 'c2', run: '2' }, '{"ok":true}');
}

/** Everything in a state that can be asked for, in one order. */
export async function listState(state: StateStore, now = Date.now()) {
  const sessions = await Promise.all(ODD_KEYS.map((key) => state.sessions.read('main', key)));
  const stored = await Promise.all(
    ODD_KEYS.map((key, at) => state.storage.get(`["x","${at}"]`, key)),
  );
  const { held } = await state.approvals.list({ limit: 1_000 });
  const claim = { request: 'r', holder: 'h', holdMs: 1, mostRuns: 1, now, run: 'other' };
  return {
    ...{ sessions, stored, held },
    tokens: await state.tokens.list(),
    stops: await state.stops.list(),
    rates: (await state.rates.list(now)).toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    short: await state.storage.get('short', 'lived'),
    calls: [
      await state.calls?.claim({ ...claim, id: 'c1' }),
      await state.calls?.claim({ ...claim, id: 'c2' }),
    ],
  };
}

function tokenRecord(id: string, now: number) {
  return {
    ...{ id, roles: ['call'] as const, agents: ['main'], hash: 'a'.repeat(64) },
    ...{ createdAt: now, createdBy: 'operator', expiresAt: now + 3_600_000 },
  };
}

/** Of the shape that stores keep; what is in it is of no matter to them. */
function heldCall(id: string, agentId: string, now: number): HeldCall {
  return {
    ...{ id, version: 1, state: 'waiting', request: `request of ${id}`, hash: 'h' },
    ...{ call: { agentId, toolName: 'send', args: '{}' }, principalId: 'embedder' },
    ...{ callId: 'c', reason: 'asked', createdAt: now, expiresAt: now + 3_600_000 },
  } as unknown as HeldCall;
}
