import { chmodSync, writeFileSync } from 'node:fs';
import type { TokenRecord } from '@mortise/contracts';
import { SILENT_LOGGER } from '@mortise/core';
import { MemoryTokenStore, SqliteTokenStore } from '@mortise/host';
import { describe, expect, it } from 'vitest';
import { temporaryFiles } from './temporary-folder.ts';
import { tokenStoreSuite } from './token-store-suite.ts';

const newFile = temporaryFiles();
const openAt = (path: string) =>
  new SqliteTokenStore({ path, now: Date.now, logger: SILENT_LOGGER });

describe('MemoryTokenStore (T-1)', () => {
  tokenStoreSuite(() => new MemoryTokenStore());
});

describe('SqliteTokenStore (T-1)', () => {
  tokenStoreSuite(() => openAt(newFile()));

  const record: TokenRecord = {
    ...{ id: 'a', hash: 'ab'.repeat(32), createdAt: 1, createdBy: 'operator' },
    roles: ['call'],
    agents: ['main'],
  };

  it('sees at once what another connection revoked, remembered or not', async () => {
    const path = newFile();
    await using one = openAt(path);
    await using other = openAt(path);
    await one.add(record);
    expect((await one.find('a'))?.revokedAt).toBeUndefined();
    await other.revoke('a', 5);
    expect((await one.find('a'))?.revokedAt).toBe(5);
  });

  it('rejects every question while its file is damaged, so that no token is good', async () => {
    const path = newFile();
    writeFileSync(path, 'no database at all '.repeat(100));
    chmodSync(path, 0o600);
    await using store = openAt(path);
    await expect(store.find('a')).rejects.toThrow();
    await expect(store.add(record)).rejects.toThrow();
  });
});
