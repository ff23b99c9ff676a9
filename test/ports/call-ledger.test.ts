import { SILENT_LOGGER } from '@mortise/core';
import { MemoryCallLedger, SqliteCallLedger } from '@mortise/host';
import { describe, expect, it } from 'vitest';
import { callLedgerSuite } from './call-ledger-suite.ts';
import { temporaryFiles } from './temporary-folder.ts';

const newFile = temporaryFiles();
const openAt = (path: string) =>
  new SqliteCallLedger({ path, now: Date.now, logger: SILENT_LOGGER });

describe('MemoryCallLedger (C-3)', () => {
  callLedgerSuite(() => new MemoryCallLedger());

  it('keeps no more than it has room for, and lets none run that it said has ended', async () => {
    await using ledger = new MemoryCallLedger();
    const claim = { request: 'r', holder: 'h', holdMs: 1_000, mostRuns: 1, now: 0 };
    const outcome = 'x'.repeat(1_000_000);
    for (let at = 0; at < 17; at += 1) {
      await ledger.claim({ ...claim, id: `${at}`, run: 'a' });
      await ledger.end({ id: `${at}`, run: 'a' }, outcome);
    }
    const ask = (id: string) => ledger.claim({ ...claim, id, run: 'b' });
    expect(await ask('0')).toEqual({ status: 'ended', outcome: '' });
    expect(await ask('1')).toEqual({ status: 'ended', outcome });
  });
});

describe('SqliteCallLedger (C-3)', () => {
  callLedgerSuite(() => openAt(newFile()));

  it('decides for two connections together, and keeps it', async () => {
    const path = newFile();
    const claim = { id: 'c', request: 'r', holder: 'h', holdMs: 1_000, mostRuns: 1, now: 0 };
    await using one = openAt(path);
    await using other = openAt(path);
    expect(await one.claim({ ...claim, run: '1' })).toMatchObject({ status: 'granted' });
    expect(await other.claim({ ...claim, run: '2' })).toEqual({ status: 'running' });
    await one.end({ id: 'c', run: '1' }, '"done"');
    await using later = openAt(path);
    const ended = { status: 'ended', outcome: '"done"' };
    expect(await later.claim({ ...claim, run: '3' })).toEqual(ended);
  });
});
