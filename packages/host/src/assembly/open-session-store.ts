import { type Diagnostic, ERROR_CODES, type SessionStore } from '@mortise/contracts';
import { MemorySessionStore } from '../state/memory-session-store.ts';
import { SqliteSessionStore } from '../state/sqlite-session-store.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';
import type { HostState } from './open-state.ts';

/** The store of the options, the state file, or memory. */
export function openSessionStore(
  { state: given }: HostOptions,
  { logger, now, lifetime, diagnostics }: HostBasics,
  state: HostState | undefined,
): SessionStore {
  if (given !== undefined && typeof given !== 'string') {
    diagnostics.add(() => (given.mode === 'safe' ? [damagedStore()] : []));
    return given;
  }
  if (state === undefined) return lifetime.own(new MemorySessionStore(now));
  return lifetime.own(new SqliteSessionStore({ ...state, logger, now }));
}

/** A store of the embedder says no more than that. */
function damagedStore(): Diagnostic {
  const code = 'session_store_damaged';
  const { summary: message, hint } = ERROR_CODES[code];
  return { code, severity: 'error', subject: 'sessions', message, hint };
}
