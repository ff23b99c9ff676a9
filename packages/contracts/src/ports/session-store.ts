import type { ToolClass } from '../reversibility.ts';

/** What is kept of one session of one agent. */
export interface SessionRecord {
  readonly agentId: string;
  readonly sessionKey: string;
  /** Loaded toolkits as written, unsanitised: what is invalid now may be valid again. */
  readonly loadedToolkits: readonly string[];
  /** The gravest class that its calls had, where calls of a session are decided together; absent: none but reading. */
  readonly gravest?: ToolClass;
  /** Grows by one with every write; compare-and-set is against it. */
  readonly version: number;
}

/**
 * Where session state lives: in this process, in a file, or in a database that several hosts share.
 * Team members have records of their own. A store is asked once per request of a session, never
 * once per call.
 */
export interface SessionStore extends AsyncDisposable {
  /**
   * A record that was never written has version 0 and no toolkits; so has one that cannot be read,
   * because less may then be shown, and never more. Reading one is using it.
   */
  read(agentId: string, sessionKey: string): Promise<SessionRecord>;
  /**
   * Writes if the stored version is still `expectedVersion`. Resolves with `stored` once it is
   * durable; with `stale` if another writer was first, and that writer's record; with `refused` if
   * the store cannot write.
   */
  write(next: SessionRecord, expectedVersion: number): Promise<SessionWrite>;
  /** `safe` stores refuse every write: the file is damaged and nothing may be widened. */
  readonly mode: 'ready' | 'safe';
  /**
   * Sessions of an agent that were written, in the order of their keys, some at a time; to look at one is not
   * using it. Absent for a store that cannot tell.
   */
  list?(agentId: string, page: SessionPage): Promise<readonly ListedSession[]>;
  /**
   * Forgets sessions that were not used for long, a few at a time, and answers how many. Absent for a
   * store that looks after that itself.
   */
  prune?(rule: SessionPruning): Promise<number>;
}

export interface SessionPage {
  /** The key of the last one that was seen; the first come if absent. */
  readonly after?: string;
  readonly limit: number;
}

export interface ListedSession {
  readonly record: SessionRecord;
  /** When it was last used, within minutes; wall clock in ms. */
  readonly usedAt: number;
}

export interface SessionPruning {
  /** Those that were last used before; wall clock in ms. */
  readonly unusedSince: number;
  /** Asked right before one is forgotten. */
  readonly isInUse: (agentId: string, sessionKey: string) => boolean;
  /** Counts them and forgets none. */
  readonly dryRun: boolean;
}

export type SessionWrite =
  | { readonly status: 'stored'; readonly record: SessionRecord }
  | { readonly status: 'stale'; readonly record: SessionRecord }
  | { readonly status: 'refused'; readonly reason: string };
