import { SILENT_LOGGER } from '@mortise/core';
import { PostgresState } from '@mortise/host';
import { afterAll, describe } from 'vitest';
import { noPostgres } from '../servers/own-postgres.ts';
import { usePostgres } from '../servers/use-postgres.ts';
import { approvalStoreSuite } from './approval-store-suite.ts';
import { callStoreSuite } from './call-store-suite.ts';
import { extensionStorageSuite } from './extension-storage-suite.ts';
import { rateStoreSuite } from './rate-store-suite.ts';
import { replicaRegistrySuite } from './replica-registry-suite.ts';
import { sessionStoreSuite } from './session-store-suite.ts';
import { stopStoreSuite } from './stop-store-suite.ts';
import { storageOwnersSuite } from './storage-owners-suite.ts';
import { tokenStoreSuite } from './token-store-suite.ts';

describe.skipIf(noPostgres() !== undefined)(`PostgresState (C-1) ${noPostgres() ?? ''}`, () => {
  const postgres = usePostgres();
  const opened = new AsyncDisposableStack();
  afterAll(() => opened.disposeAsync());
  const open = (now: () => number = Date.now) =>
    opened.use(new PostgresState({ url: postgres().url(), logger: SILENT_LOGGER, now }));

  describe('its sessions (M-4, M-8, T-11)', () => sessionStoreSuite((now) => open(now).sessions));
  describe('its tokens (T-1)', () => tokenStoreSuite(() => open().tokens));
  describe('its approvals (T-4)', () => approvalStoreSuite(() => open().approvals));
  describe('its rates (T-5)', () => rateStoreSuite(() => open().rates));
  describe('its stops (T-6)', () => stopStoreSuite(() => open().stops));
  describe('its store of calls (C-3)', () => callStoreSuite(() => open().calls));
  describe('its replicas', () => replicaRegistrySuite(() => open().replicas));
  describe('its storage (S-6, T-10)', () => {
    extensionStorageSuite((now) => open(now).storage);
    storageOwnersSuite((now) => open(now).storage);
  });
});
