import { dirname, join } from 'node:path';
import type { ExtensionStorage } from '@mortise/contracts';
import { MemoryStorage } from '../brokers/storage/memory-storage.ts';
import { SqliteStorage } from '../brokers/storage/sqlite-storage.ts';
import { fileDiagnostics } from '../database/file-diagnostics.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';

/** The storage of the options, an SQLite file (beside that of the sessions or in the state folder if unnamed), or memory. */
export function openStorage(options: HostOptions, basics: HostBasics): ExtensionStorage {
  const { now, lifetime, diagnostics } = basics;
  const { storage } = options;
  if (storage !== undefined && typeof storage !== 'string') return storage;
  const path = storagePath(options, basics);
  if (path === undefined) return new MemoryStorage(now);
  const opened = lifetime.own(new SqliteStorage({ path, now }));
  const file = { subject: 'storage', path, damagedCode: 'storage_unusable' } as const;
  diagnostics.add(() => fileDiagnostics(opened, file));
  return opened;
}

/** The file of the storage; `undefined` for memory, and for one of the embedder. */
export function storagePath(
  { storage, state }: HostOptions,
  { folder }: Pick<HostBasics, 'folder'>,
): string | undefined {
  if (storage !== undefined) return typeof storage === 'string' ? storage : undefined;
  const beside = typeof state === 'string' ? join(dirname(state), 'storage.db') : undefined;
  return beside ?? folder?.storage;
}
