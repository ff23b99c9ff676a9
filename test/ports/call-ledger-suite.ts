import type { CallClaim, CallLedger } from '@mortise/contracts';
import { expect, it } from 'vitest';

const HOLD_MS = 10_000;

/** Their hosts were last heard of too long ago. */
async function lose(ledger: CallLedger): Promise<void> {
  const runs = ['a', 'b', 'z'].flatMap((run) => [
    { id: 'call', run },
    { id: 'another', run },
  ]);
  await ledger.renew(runs, -1);
}

/** What every ledger of calls does. `open` gives a new, empty one. */
export function callLedgerSuite(open: () => CallLedger): void {
  const claimOf = (run: string, changed: Partial<CallClaim> = {}): CallClaim => ({
    ...{ id: 'call', run, request: 'send {}', holder: `host of ${run}` },
    ...{ holdMs: HOLD_MS, mostRuns: 1, now: Date.now(), ...changed },
  });

  it('lets one of many run a call, and answers that one again as before', async () => {
    const ledger = open();
    const runs = Array.from({ length: 8 }, (_, at) => `run ${at}`);
    const answers = await Promise.all(runs.map((run) => ledger.claim(claimOf(run))));
    const granted = answers.flatMap(({ status }, at) => (status === 'granted' ? [runs[at]] : []));
    expect(granted).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 'running')).toHaveLength(7);
    expect(await ledger.claim(claimOf(granted[0] ?? ''))).toEqual({ status: 'granted', runs: 1 });
  });

  it('answers all who ask later as the call ended', async () => {
    const ledger = open();
    await ledger.claim(claimOf('a'));
    const end = { status: 'ended', outcome: '{"ok":true}' };
    expect(await ledger.end({ id: 'call', run: 'a' }, '{"ok":true}')).toEqual(end);
    expect(await ledger.end({ id: 'call', run: 'a' }, '{"ok":true}')).toEqual(end);
    expect(await ledger.claim(claimOf('b'))).toEqual(end);
    expect(await ledger.end({ id: 'call', run: 'late' }, '{"ok":false}')).toEqual(end);
  });

  it('keeps an id for one request', async () => {
    const ledger = open();
    await ledger.claim(claimOf('a'));
    const other = claimOf('b', { request: 'send {"to":"ana"}' });
    expect(await ledger.claim(other)).toEqual({ status: 'other_request' });
    await ledger.end({ id: 'call', run: 'a' }, '1');
    expect(await ledger.claim(other)).toEqual({ status: 'other_request' });
  });

  it('forgets a run that did not begin, of the one who gives it back alone', async () => {
    const ledger = open();
    await ledger.claim(claimOf('a'));
    await ledger.release({ id: 'call', run: 'b' });
    expect(await ledger.claim(claimOf('b'))).toEqual({ status: 'running' });
    await ledger.release({ id: 'call', run: 'a' });
    expect(await ledger.claim(claimOf('b'))).toEqual({ status: 'granted', runs: 1 });
  });

  it('says for good that a call is lost whose host was, and lets none run it', async () => {
    const ledger = open();
    await ledger.claim(claimOf('a'));
    await lose(ledger);
    expect(await ledger.claim(claimOf('b'))).toEqual({ status: 'lost' });
    // The host comes back: what was said stays said.
    expect(await ledger.end({ id: 'call', run: 'a' }, '{"ok":true}')).toEqual({ status: 'lost' });
    const again = claimOf('c', { mostRuns: 3 });
    expect(await ledger.claim(again)).toEqual({ status: 'lost' });
  });

  it('gives a call that may run twice to another, and no more often than that', async () => {
    const ledger = open();
    const claim = (run: string) => ledger.claim(claimOf(run, { mostRuns: 2 }));
    await claim('a');
    await lose(ledger);
    expect(await claim('b')).toEqual({ status: 'granted', runs: 2 });
    expect(await claim('c')).toEqual({ status: 'running' });
    await lose(ledger);
    expect(await claim('c')).toEqual({ status: 'lost' });
  });

  it('takes the end of whichever run comes first, of two that may both run', async () => {
    const ledger = open();
    await ledger.claim(claimOf('a', { mostRuns: 2 }));
    await lose(ledger);
    await ledger.claim(claimOf('b', { mostRuns: 2 }));
    const end = { status: 'ended', outcome: '"a"' };
    expect(await ledger.end({ id: 'call', run: 'a' }, '"a"')).toEqual(end);
    expect(await ledger.end({ id: 'call', run: 'b' }, '"b"')).toEqual(end);
  });

  it('leaves a run to a host that says it is there', async () => {
    const ledger = open();
    await ledger.claim(claimOf('a'));
    await ledger.claim(claimOf('z', { id: 'another' }));
    await lose(ledger);
    await ledger.renew([{ id: 'call', run: 'a' }], HOLD_MS);
    expect(await ledger.claim(claimOf('b'))).toEqual({ status: 'running' });
    expect(await ledger.claim(claimOf('y', { id: 'another' }))).toEqual({ status: 'lost' });
  });

  it('renews the runs that are named, and no others of their host', async () => {
    const ledger = open();
    await ledger.claim(claimOf('a', { holder: 'h' }));
    await ledger.claim(claimOf('a', { id: 'another', holder: 'h' }));
    await lose(ledger);
    await ledger.renew([{ id: 'call', run: 'a' }], HOLD_MS);
    await ledger.renew([{ id: 'another', run: 'z' }], HOLD_MS);
    expect(await ledger.claim(claimOf('b'))).toEqual({ status: 'running' });
    expect(await ledger.claim(claimOf('b', { id: 'another' }))).toEqual({ status: 'lost' });
  });

  it('forgets what ended long ago', async () => {
    const ledger = open();
    await ledger.claim(claimOf('a'));
    await ledger.end({ id: 'call', run: 'a' }, '1');
    expect(await ledger.prune(Date.now() - 60_000)).toBe(0);
    expect(await ledger.prune(Date.now() + 120_000)).toBe(1);
    expect(await ledger.claim(claimOf('b'))).toEqual({ status: 'granted', runs: 1 });
  });
}
