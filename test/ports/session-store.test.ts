import { SILENT_LOGGER } from '@mortise/core';
import { MemorySessionStore, SqliteSessionStore } from '@mortise/host';
import { describe } from 'vitest';
import { sessionStoreSuite } from './session-store-suite.ts';
import { temporaryFiles } from './temporary-folder.ts';

const newFile = temporaryFiles();

describe('MemorySessionStore (M-4, M-8, T-11)', () => {
  sessionStoreSuite((now) => new MemorySessionStore(now));
});

describe('SqliteSessionStore (M-4, M-8, T-11)', () => {
  sessionStoreSuite(
    (now) => new SqliteSessionStore({ path: newFile(), now, logger: SILENT_LOGGER }),
  );
});
