import type { SessionStore } from '@mortise/contracts';
import { MemorySessionStore } from '../state/memory-session-store.ts';
import { SqliteSessionStore } from '../state/sqlite-session-store.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';

/** The store of the options, an SQLite file, or memory. */
export function openSessionStore(
  { state }: HostOptions,
  { logger, now, lifetime }: HostBasics,
): SessionStore {
  if (state === undefined) return lifetime.own(new MemorySessionStore());
  return typeof state === 'string'
    ? lifetime.own(new SqliteSessionStore({ path: state, logger, now }))
    : state;
}
