import { type Diagnostic, ERROR_CODES, type SessionStore } from '@mortise/contracts';
import { MemorySessionStore } from '../state/memory-session-store.ts';
import { SqliteSessionStore } from '../state/sqlite-session-store.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';

/** The store of the options, an SQLite file, or memory. */
export function openSessionStore(
  { state }: HostOptions,
  { logger, now, lifetime, diagnostics }: HostBasics,
): SessionStore {
  if (state === undefined) return lifetime.own(new MemorySessionStore());
  if (typeof state !== 'string') {
    diagnostics.add(() => (state.mode === 'safe' ? [damagedStore()] : []));
    return state;
  }
  const store = lifetime.own(new SqliteSessionStore({ path: state, logger, now }));
  diagnostics.add(() => (store.mode === 'safe' ? [damagedStore(state, store.damage)] : []));
  return store;
}

function damagedStore(file?: string, reason?: string): Diagnostic {
  const { summary, hint } = ERROR_CODES.session_store_damaged;
  return {
    code: 'session_store_damaged',
    severity: 'error',
    subject: 'sessions',
    message: file === undefined ? summary : `${summary} ${file}: ${reason ?? ''}`.trim(),
    hint,
    ...(file === undefined ? {} : { file }),
  };
}
