import { SILENT_LOGGER } from '@mortise/core';
import { MemoryCallStore, SqliteCallStore } from '@mortise/host';
import { describe, expect, it } from 'vitest';
import { callStoreSuite } from './call-store-suite.ts';
import { temporaryFiles } from './temporary-folder.ts';

const newFile = temporaryFiles();
const openAt = (path: string) =>
  new SqliteCallStore({ path, now: Date.now, logger: SILENT_LOGGER });

describe('MemoryCallStore (C-3)', () => {
  callStoreSuite(() => new MemoryCallStore());

  it('keeps no more than it has room for, and lets none run that it said has ended', async () => {
    await using store = new MemoryCallStore();
    const claim = { request: 'r', holder: 'h', holdMs: 1_000, mostRuns: 1, now: 0 };
    const outcome = 'x'.repeat(1_000_000);
    for (let at = 0; at < 17; at += 1) {
      await store.claim({ ...claim, id: `${at}`, run: 'a' });
      await store.end({ id: `${at}`, run: 'a' }, outcome);
    }
    const ask = (id: string) => store.claim({ ...claim, id, run: 'b' });
    expect(await ask('0')).toEqual({ status: 'ended', outcome: '' });
    expect(await ask('1')).toEqual({ status: 'ended', outcome });
  });
});

describe('SqliteCallStore (C-3)', () => {
  callStoreSuite(() => openAt(newFile()));

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
