import { SILENT_LOGGER } from '@mortise/core';
import { MemoryRateStore, SqliteRateStore } from '@mortise/host';
import { describe, expect, it } from 'vitest';
import { rateStoreSuite } from './rate-store-suite.ts';
import { temporaryFiles } from './temporary-folder.ts';

const newFile = temporaryFiles();
const openAt = (path: string) =>
  new SqliteRateStore({ path, now: Date.now, logger: SILENT_LOGGER });

describe('MemoryRateStore (T-5)', () => {
  rateStoreSuite(() => new MemoryRateStore());
});

describe('SqliteRateStore (T-5)', () => {
  rateStoreSuite(() => openAt(newFile()));

  it('counts for two connections together', async () => {
    const path = newFile();
    await using one = openAt(path);
    await using other = openAt(path);
    const window = { startsAt: 0, endsAt: 1_000 };
    await one.take({ key: 'a', amount: 3, limit: 5, window });
    expect(await other.take({ key: 'a', amount: 5, limit: 5, window })).toMatchObject({ taken: 2 });
  });
});
