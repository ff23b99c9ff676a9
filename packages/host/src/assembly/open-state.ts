import type { ExtensionStorage, StateStore } from '@mortise/contracts';
import { SqliteStorage } from '../brokers/storage/sqlite-storage.ts';
import { isPostgresAddress } from '../postgres/postgres-address.ts';
import { MemoryState } from '../stores/memory-state.ts';
import { noteStatePlace } from '../stores/note-state-place.ts';
import { PostgresState } from '../stores/postgres-state.ts';
import { SqliteState, storageTroubles } from '../stores/sqlite-state.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';
import { sessionStoreTroubles, stateDiagnostics } from './state-diagnostics.ts';
import { storagePath } from './storage-path.ts';

/** The parts of the state that a host uses: each of the options, or of one store for all of them. */
export type HostState = Omit<StateStore, keyof AsyncDisposable | 'troubles'>;

/** Opens the store of the options, the database, the files of the state folder, or memory. */
export async function openState(options: HostOptions, basics: HostBasics): Promise<HostState> {
  const { lifetime, diagnostics } = basics;
  const { state: given, tokens, approvals, rates, stops } = options;
  const isWhole = typeof given === 'object' && 'sessions' in given;
  const store: StateStore = isWhole ? given : lifetime.own(await openStore(options, basics));
  diagnostics.add(() => stateDiagnostics(store.troubles()));
  const sessions = typeof given === 'object' && !isWhole ? given : store.sessions;
  if (sessions !== store.sessions) {
    diagnostics.add(() => stateDiagnostics(sessionStoreTroubles(sessions)));
  }
  const storage = openStorage(options, basics);
  return {
    ...{ place: store.place, sessions },
    tokens: tokens ?? store.tokens,
    approvals: approvals ?? store.approvals,
    rates: rates ?? store.rates,
    stops: stops ?? store.stops,
    // Asked for only where brokers of the host's own use it.
    get storage() {
      return storage ?? store.storage;
    },
    ...(store.changes === undefined ? {} : { changes: store.changes }),
    ...(store.calls === undefined ? {} : { calls: store.calls }),
    ...(store.replicas === undefined ? {} : { replicas: store.replicas }),
  };
}

async function openStore(options: HostOptions, basics: HostBasics): Promise<StateStore> {
  const { logger, now, folder } = basics;
  const { state } = options;
  const isElsewhere = typeof state === 'string' && isPostgresAddress(state);
  if (folder !== undefined) noteStatePlace(folder, isElsewhere ? state : undefined);
  if (typeof state === 'string' && isPostgresAddress(state)) {
    const opened = new PostgresState({ url: state, logger, now });
    await opened.settle();
    return opened;
  }
  const path = typeof state === 'string' ? state : folder?.sessions;
  if (path === undefined) return new MemoryState(now);
  const beside = storagePath(options, basics);
  return new SqliteState({
    ...{ path, logger, now },
    ...(beside === undefined ? {} : { storagePath: beside }),
  });
}

/** That of the options, if they have one. */
function openStorage(
  { storage: given }: HostOptions,
  { lifetime, diagnostics, now }: HostBasics,
): ExtensionStorage | undefined {
  if (typeof given !== 'string') return given;
  const opened = lifetime.own(new SqliteStorage({ path: given, now }));
  diagnostics.add(() => stateDiagnostics(storageTroubles(opened, given)));
  return opened;
}
