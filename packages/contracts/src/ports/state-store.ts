import type { Disposer } from '../disposer.ts';
import type { ErrorCode } from '../error-codes.ts';
import type { ApprovalStore } from './approval-store.ts';
import type { CallStore } from './call-store.ts';
import type { ExtensionStorage } from './extension-storage.ts';
import type { RateStore } from './rate-store.ts';
import type { ReplicaRegistry } from './replica-registry.ts';
import type { SessionStore } from './session-store.ts';
import type { StopStore } from './stop-store.ts';
import type { TokenStore } from './token-store.ts';

/**
 * Everything that a host keeps and that other hosts may share, in one place: this process, files, or a
 * database. Parts fail by themselves, each as its port says, and come back by themselves.
 */
export interface StateStore extends AsyncDisposable {
  readonly sessions: SessionStore;
  readonly tokens: TokenStore;
  readonly approvals: ApprovalStore;
  readonly rates: RateStore;
  readonly stops: StopStore;
  readonly storage: ExtensionStorage;
  /** Calls that run once, whichever host is asked. Absent: such calls are refused. */
  readonly calls?: CallStore;
  /** The hosts that share it. Absent where there is one. */
  readonly replicas?: ReplicaRegistry;
  /** What other processes change. Absent where none is told of: parts look for themselves then. */
  readonly changes?: StateChanges;
  /** For people: where it is, without anything secret. */
  readonly place: string;
  /** What an operator should know; nothing while all of it can be used. */
  troubles(): readonly StateTrouble[];
}

/** Hears of what any process changed in the state, this one included. */
export interface StateChanges {
  /** All that was committed more than a second ago has been told of. */
  readonly isCurrent: boolean;
  /** Told of changes in the order in which they were committed, once or more often. */
  follow(tell: (change: StateChange) => void): Disposer;
}

/** What changed. After a time without a connection it may be anything: `all`. */
export type StateChange =
  | { readonly kind: 'token' | 'approval' | 'stop'; readonly subject: string }
  | { readonly kind: 'session'; readonly agentId: string; readonly sessionKey: string }
  | { readonly kind: 'all' };

/** Why a part of the state cannot be used. */
export interface StateTrouble {
  readonly code: ErrorCode;
  readonly severity: 'error' | 'warning';
  /** What is kept there: `sessions`, `storage`, or `state` for all of it. */
  readonly subject: string;
  /** Where, and what happened. */
  readonly detail: string;
  readonly file?: string;
}
