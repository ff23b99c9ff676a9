import { chmodSync, writeFileSync } from 'node:fs';
import { SILENT_LOGGER } from '@mortise/core';
import { MemoryStopStore, SqliteStopStore } from '@mortise/host';
import { describe, expect, it } from 'vitest';
import { stopRecord, stopStoreSuite } from './stop-store-suite.ts';
import { temporaryFiles } from './temporary-folder.ts';

const newFile = temporaryFiles();
const openAt = (path: string) =>
  new SqliteStopStore({ path, now: Date.now, logger: SILENT_LOGGER });

describe('MemoryStopStore (T-6)', () => {
  stopStoreSuite(() => new MemoryStopStore());
});

describe('SqliteStopStore (T-6)', () => {
  stopStoreSuite(() => openAt(newFile()));

  it('shows at once what another connection stopped and lifted', async () => {
    const path = newFile();
    await using one = openAt(path);
    await using other = openAt(path);
    await one.add(stopRecord('a'));
    expect(await other.list()).toHaveLength(1);
    await other.lift('a', { at: 5, by: 'ana' });
    expect(await one.list()).toMatchObject([{ liftedAt: 5 }]);
  });

  it('rejects every question while its file is damaged', async () => {
    const path = newFile();
    writeFileSync(path, 'no database at all '.repeat(100));
    chmodSync(path, 0o600);
    await using store = openAt(path);
    await expect(store.list()).rejects.toThrow();
    await expect(store.add(stopRecord('a'))).rejects.toThrow();
  });
});
