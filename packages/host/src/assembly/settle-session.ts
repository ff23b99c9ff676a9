import {
  EMBEDDER,
  hasRole,
  MortiseError,
  type Principal,
  sessionKeyFor,
  speaksFor,
} from '@mortise/contracts';
import type { SessionRequestOptions } from '../state/session-service.ts';

/** What a session is opened with, besides its key. */
export interface SessionOptions extends SessionShape {
  /** For whom the agent works; what the principal says about it counts in its place. */
  readonly userId?: string;
  /** Who asks; the embedder if absent. */
  readonly principal?: Principal;
}

type SessionShape = Omit<SessionRequestOptions, 'agentId' | 'sessionKey'>;

/** Whose session it is and what its requests ask for, settled when it is opened. */
export interface SettledSession {
  /** With its user: see `sessionKeyFor`. Absent: nothing is kept and nothing can be loaded. */
  readonly sessionKey?: string;
  readonly userId?: string;
  /** Absent for the embedder. */
  readonly principal?: Principal;
  /** False: it can be looked at, and every call is refused. */
  readonly mayCall: boolean;
  /** What of its requests the resolver must know. */
  readonly shape: SessionShape;
}

/** Throws `forbidden` for an agent that the principal does not speak for. */
export function settleSession(
  agentId: string,
  sessionKey: string | undefined,
  options: SessionOptions,
): SettledSession {
  const { principal, userId: stated, ...shape } = options;
  const { id } = principal ?? EMBEDDER;
  if (!speaksFor(principal ?? EMBEDDER, agentId)) {
    throw new MortiseError('forbidden', `"${id}" does not speak for the agent "${agentId}".`);
  }
  const userId = principal?.userId ?? stated;
  return {
    shape,
    mayCall: hasRole(principal ?? EMBEDDER, 'call'),
    ...(sessionKey === undefined ? {} : { sessionKey: sessionKeyFor(sessionKey, userId) }),
    ...(userId === undefined ? {} : { userId }),
    ...(principal === undefined ? {} : { principal }),
  };
}
