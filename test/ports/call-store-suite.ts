import type { CallClaim, CallStore } from '@mortise/contracts';
import { expect, it } from 'vitest';

const HOLD_MS = 10_000;

/** Their hosts were last heard of too long ago. */
async function lose(store: CallStore): Promise<void> {
  const runs = ['a', 'b', 'z'].flatMap((run) => [
    { id: 'call', run },
    { id: 'another', run },
  ]);
  await store.renew(runs, -1);
}

/** What every store of calls does. `open` gives a new, empty one. */
export function callStoreSuite(open: () => CallStore): void {
  const claimOf = (run: string, changed: Partial<CallClaim> = {}): CallClaim => ({
    ...{ id: 'call', run, request: 'send {}', holder: `host of ${run}` },
    ...{ holdMs: HOLD_MS, mostRuns: 1, now: Date.now(), ...changed },
  });

  it('lets one of many run a call, and answers that one again as before', async () => {
    const store = open();
    const runs = Array.from({ length: 8 }, (_, at) => `run ${at}`);
    const answers = await Promise.all(runs.map((run) => store.claim(claimOf(run))));
    const granted = answers.flatMap(({ status }, at) => (status === 'granted' ? [runs[at]] : []));
    expect(granted).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 'running')).toHaveLength(7);
    expect(await store.claim(claimOf(granted[0] ?? ''))).toEqual({ status: 'granted', runs: 1 });
  });

  it('answers all who ask later as the call ended', async () => {
    const store = open();
    await store.claim(claimOf('a'));
    const end = { status: 'ended', outcome: '{"ok":true}' };
    expect(await store.end({ id: 'call', run: 'a' }, '{"ok":true}')).toEqual(end);
    expect(await store.end({ id: 'call', run: 'a' }, '{"ok":true}')).toEqual(end);
    expect(await store.claim(claimOf('b'))).toEqual(end);
    expect(await store.end({ id: 'call', run: 'late' }, '{"ok":false}')).toEqual(end);
  });

  it('keeps an id for one request', async () => {
    const store = open();
    await store.claim(claimOf('a'));
    const other = claimOf('b', { request: 'send {"to":"ana"}' });
    expect(await store.claim(other)).toEqual({ status: 'other_request' });
    await store.end({ id: 'call', run: 'a' }, '1');
    expect(await store.claim(other)).toEqual({ status: 'other_request' });
  });

  it('forgets a run that did not begin, of the one who gives it back alone', async () => {
    const store = open();
    await store.claim(claimOf('a'));
    await store.release({ id: 'call', run: 'b' });
    expect(await store.claim(claimOf('b'))).toEqual({ status: 'running' });
    await store.release({ id: 'call', run: 'a' });
    expect(await store.claim(claimOf('b'))).toEqual({ status: 'granted', runs: 1 });
  });

  it('goes back to the run before if one that took over did not begin, however often that is said', async () => {
    const store = open();
    const claim = (run: string) => store.claim(claimOf(run, { mostRuns: 2 }));
    await claim('a');
    await lose(store);
    expect(await claim('b')).toEqual({ status: 'granted', runs: 2 });
    for (let times = 0; times < 2; times += 1) await store.release({ id: 'call', run: 'b' });
    expect(await claim('c')).toEqual({ status: 'granted', runs: 2 });
    await store.release({ id: 'call', run: 'c' });
    expect(await store.prune(Date.now() - HOLD_MS)).toBe(0);
    expect(await store.claim(claimOf('d'))).toEqual({ status: 'lost' });
  });

  it('says for good that a call is lost whose host was, and lets none run it', async () => {
    const store = open();
    await store.claim(claimOf('a'));
    await lose(store);
    expect(await store.claim(claimOf('b'))).toEqual({ status: 'lost' });
    // The host comes back: what was said stays said.
    expect(await store.end({ id: 'call', run: 'a' }, '{"ok":true}')).toEqual({ status: 'lost' });
    const again = claimOf('c', { mostRuns: 3 });
    expect(await store.claim(again)).toEqual({ status: 'lost' });
  });

  it('gives a call that may run twice to another, and no more often than that', async () => {
    const store = open();
    const claim = (run: string) => store.claim(claimOf(run, { mostRuns: 2 }));
    await claim('a');
    await lose(store);
    expect(await claim('b')).toEqual({ status: 'granted', runs: 2 });
    expect(await claim('c')).toEqual({ status: 'running' });
    await lose(store);
    expect(await claim('c')).toEqual({ status: 'lost' });
  });

  it('takes the end of whichever run comes first, of two that may both run', async () => {
    const store = open();
    await store.claim(claimOf('a', { mostRuns: 2 }));
    await lose(store);
    await store.claim(claimOf('b', { mostRuns: 2 }));
    const end = { status: 'ended', outcome: '"a"' };
    expect(await store.end({ id: 'call', run: 'a' }, '"a"')).toEqual(end);
    expect(await store.end({ id: 'call', run: 'b' }, '"b"')).toEqual(end);
  });

  it('leaves a run to a host that says it is there', async () => {
    const store = open();
    await store.claim(claimOf('a'));
    await store.claim(claimOf('z', { id: 'another' }));
    await lose(store);
    await store.renew([{ id: 'call', run: 'a' }], HOLD_MS);
    expect(await store.claim(claimOf('b'))).toEqual({ status: 'running' });
    expect(await store.claim(claimOf('y', { id: 'another' }))).toEqual({ status: 'lost' });
  });

  it('renews the runs that are named, and no others of their host', async () => {
    const store = open();
    await store.claim(claimOf('a', { holder: 'h' }));
    await store.claim(claimOf('a', { id: 'another', holder: 'h' }));
    await lose(store);
    await store.renew([{ id: 'call', run: 'a' }], HOLD_MS);
    await store.renew([{ id: 'another', run: 'z' }], HOLD_MS);
    expect(await store.claim(claimOf('b'))).toEqual({ status: 'running' });
    expect(await store.claim(claimOf('b', { id: 'another' }))).toEqual({ status: 'lost' });
  });

  it('forgets what ended long ago', async () => {
    const store = open();
    await store.claim(claimOf('a'));
    await store.end({ id: 'call', run: 'a' }, '1');
    expect(await store.prune(Date.now() - 60_000)).toBe(0);
    expect(await store.prune(Date.now() + 120_000)).toBe(1);
    expect(await store.claim(claimOf('b'))).toEqual({ status: 'granted', runs: 1 });
  });
}
