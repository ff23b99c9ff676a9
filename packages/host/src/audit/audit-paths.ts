/** What lies beside an audit log: all under its own name with an ending, which no grant reaches. */
export interface AuditPaths {
  /** The file that is written. */
  readonly log: string;
  /** The private key of this host, for its user alone. */
  readonly key: string;
  /** The key that follows, while keys change. */
  readonly nextKey: string;
  /** The last record, signed: what was cut off the end of the log is missed by it. */
  readonly head: string;
  /** The last record of what was removed for its age or size, signed. */
  readonly anchor: string;
  /** Held by the process that writes. */
  readonly lock: string;
  /** Policies in force when calls were decided, by their hashes. */
  readonly policies: string;
}

export function auditPathsOf(log: string): AuditPaths {
  return {
    ...{ log, key: `${log}.key`, nextKey: `${log}.key.next` },
    ...{ head: `${log}.head`, anchor: `${log}.anchor` },
    ...{ lock: `${log}.lock`, policies: `${log}.policies` },
  };
}
