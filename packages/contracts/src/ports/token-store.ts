import type { Principal } from '../principal.ts';

/** What is kept of a token: what it may do, and a hash. The token itself is kept nowhere. */
export interface TokenRecord
  extends Pick<
    Principal,
    | 'id'
    | 'roles'
    | 'agents'
    | 'userId'
    | 'provider'
    | 'model'
    | 'sandboxed'
    | 'expiresAt'
    | 'boundTo'
  > {
  /** SHA-256 of the whole token, in hex. */
  readonly hash: string;
  /** What it is for, in the operator's words. */
  readonly name?: string;
  /** Wall clock in ms. */
  readonly createdAt: number;
  /** The principal that made it. */
  readonly createdBy: string;
  readonly revokedAt?: number;
  /** The id of another token: this one is good no longer than that one. */
  readonly endsWith?: string;
}

/**
 * Where tokens are kept: in this process, in a file, or in a database that several hosts share. A token that
 * another process revoked is revoked in the very next answer, or, over a network, within a second.
 */
export interface TokenStore extends AsyncDisposable {
  /** How long `find` may answer as before another process revoked a token, in ms; not at all if absent. */
  readonly lagMs?: number;
  /** Resolves once it is durable; false if there is one of this id. Rejects if nothing can be kept. */
  add(record: TokenRecord): Promise<boolean>;
  /** Revoked and expired ones too. Asked of one token at most every 20 ms. Rejects while it cannot be known. */
  find(id: string): Promise<TokenRecord | undefined>;
  /** All, in the order in which they were made. */
  list(): Promise<readonly TokenRecord[]>;
  /** Durable once it resolves; false if there is none of this id, true if it was revoked before. */
  revoke(id: string, at: number): Promise<boolean>;
  /** Forgets those that were revoked or expired before this time, and answers how many. */
  prune(endedBefore: number): Promise<number>;
}
