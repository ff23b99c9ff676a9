import { dirname, join } from 'node:path';
import { isPostgresAddress } from '../postgres/postgres-address.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';

/** The file of the storage; `undefined` for memory, a database, and one of the embedder. */
export function storagePath(
  { storage, state }: HostOptions,
  { folder }: Pick<HostBasics, 'folder'>,
): string | undefined {
  if (storage !== undefined) return typeof storage === 'string' ? storage : undefined;
  if (typeof state !== 'string') return folder?.storage;
  return isPostgresAddress(state) ? undefined : join(dirname(state), 'storage.db');
}
