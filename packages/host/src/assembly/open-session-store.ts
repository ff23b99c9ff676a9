import { type Diagnostic, ERROR_CODES, type SessionStore } from '@mortise/contracts';
import { fileDiagnostics } from '../database/file-diagnostics.ts';
import { MemorySessionStore } from '../state/memory-session-store.ts';
import { SqliteSessionStore, sessionFile } from '../state/sqlite-session-store.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';

/** The store of the options, an SQLite file (that of the state folder if unnamed), or memory. */
export function openSessionStore(
  options: HostOptions,
  { logger, now, lifetime, folder, diagnostics }: HostBasics,
): SessionStore {
  const state = options.state ?? folder?.sessions;
  if (state === undefined) return lifetime.own(new MemorySessionStore(now));
  if (typeof state !== 'string') {
    diagnostics.add(() => (state.mode === 'safe' ? [damagedStore()] : []));
    return state;
  }
  const store = lifetime.own(new SqliteSessionStore({ path: state, logger, now }));
  diagnostics.add(() => fileDiagnostics(store, sessionFile(state)));
  return store;
}

/** A store of the embedder says no more than that. */
function damagedStore(): Diagnostic {
  const code = 'session_store_damaged';
  const { summary: message, hint } = ERROR_CODES[code];
  return { code, severity: 'error', subject: 'sessions', message, hint };
}
