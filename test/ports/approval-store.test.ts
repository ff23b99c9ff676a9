import { chmodSync, writeFileSync } from 'node:fs';
import type { HeldCall } from '@mortise/contracts';
import { SILENT_LOGGER } from '@mortise/core';
import { MemoryApprovalStore, SqliteApprovalStore } from '@mortise/host';
import { describe, expect, it } from 'vitest';
import { approvalStoreSuite } from './approval-store-suite.ts';
import { temporaryFiles } from './temporary-folder.ts';

const newFile = temporaryFiles();
const openAt = (path: string) =>
  new SqliteApprovalStore({ path, now: Date.now, logger: SILENT_LOGGER });

describe('MemoryApprovalStore (T-4)', () => {
  approvalStoreSuite(() => new MemoryApprovalStore());
});

describe('SqliteApprovalStore (T-4)', () => {
  approvalStoreSuite(() => openAt(newFile()));

  it('holds and approves nothing while its file is damaged', async () => {
    const path = newFile();
    writeFileSync(path, 'no database at all '.repeat(100));
    chmodSync(path, 0o600);
    await using store = openAt(path);
    const held = { id: 'ap_1', version: 1, state: 'waiting', request: 'r', expiresAt: 9 };
    const call = { agentId: 'main', sessionKey: 's' };
    expect(store.mode).toBe('safe');
    expect(
      await store.hold({ ...held, call } as unknown as HeldCall, {
        now: 1,
        perCaller: 1,
        total: 1,
      }),
    ).toMatchObject({ status: 'refused' });
    await expect(store.read('ap_1')).rejects.toThrow();
  });
});
