import { MemoryStorage, SqliteStorage } from '@mortise/host';
import { afterAll, describe } from 'vitest';
import { extensionStorageSuite } from './extension-storage-suite.ts';
import { storageOwnersSuite } from './storage-owners-suite.ts';
import { temporaryFiles } from './temporary-folder.ts';

const newFile = temporaryFiles();
const opened = new DisposableStack();
afterAll(() => opened.dispose());

describe('MemoryStorage (S-6, T-10)', () => {
  storageOwnersSuite((now) => new MemoryStorage(now));
  extensionStorageSuite((now) => new MemoryStorage(now));
});

describe('SqliteStorage (S-6, T-10)', () => {
  storageOwnersSuite((now) => opened.use(new SqliteStorage({ path: newFile(), now })));
  extensionStorageSuite((now) => opened.use(new SqliteStorage({ path: newFile(), now })));
});
