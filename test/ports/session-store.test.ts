import { SILENT_LOGGER } from '@mortise/core';
import { MemorySessionStore, SqliteSessionStore } from '@mortise/host';
import { describe } from 'vitest';
import { sessionStoreSuite } from './session-store-suite.ts';
import { temporaryFiles } from './temporary-folder.ts';

const newFile = temporaryFiles();

describe('MemorySessionStore (M-4, M-8)', () => {
  sessionStoreSuite(() => new MemorySessionStore());
});

describe('SqliteSessionStore (M-4, M-8)', () => {
  sessionStoreSuite(
    () => new SqliteSessionStore({ path: newFile(), now: () => 1, logger: SILENT_LOGGER }),
  );
});
