/** What is kept of one session of one agent. */
export interface SessionRecord {
  readonly agentId: string;
  readonly sessionKey: string;
  /** Loaded toolkits as written, unsanitised: what is invalid now may be valid again. */
  readonly loadedToolkits: readonly string[];
  /** Grows by one with every write; compare-and-set is against it. */
  readonly version: number;
}

/** Where session state lives. Team members have records of their own. */
export interface SessionStore extends AsyncDisposable {
  /** A record that was never written has version 0 and no toolkits. */
  read(agentId: string, sessionKey: string): SessionRecord;
  /**
   * Writes if nobody else has since `expectedVersion`; answers what is stored now.
   * `stored` once it is durable; `stale` if another writer was first, with that writer's record.
   */
  write(next: SessionRecord, expectedVersion: number): SessionWrite;
  /** `safe` stores refuse every write: the file is damaged and nothing may be widened. */
  readonly mode: 'ready' | 'safe';
}

export type SessionWrite =
  | { readonly status: 'stored'; readonly record: SessionRecord }
  | { readonly status: 'stale'; readonly record: SessionRecord }
  | { readonly status: 'refused'; readonly reason: string };
