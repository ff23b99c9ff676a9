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
