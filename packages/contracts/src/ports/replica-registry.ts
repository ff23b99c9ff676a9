import type { JsonValue } from '../json.ts';

/**
 * Which hosts share a state: in this process, in a file, or in a database. Each says so every now and then,
 * and is forgotten when it has not for a while.
 */
export interface ReplicaRegistry {
  /** Says that this host is there, for `stayMs` from now. */
  join(replica: ReplicaRecord, stayMs: number): Promise<void>;
  /** It ends. Nothing if it is not there. */
  leave(id: string): Promise<void>;
  /** Those that are there, in the order of their ids. Rejects while it cannot be known. */
  list(): Promise<readonly ReplicaRecord[]>;
}

export interface ReplicaRecord {
  /** New with every start. */
  readonly id: string;
  /** For people: the machine and the process. */
  readonly name: string;
  /** What it says of itself. */
  readonly facts: { readonly [name: string]: JsonValue };
}
