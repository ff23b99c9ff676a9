/**
 * Which calls share the memory of an extension: each scope with what it keeps apart. A scope that
 * keeps users apart is an isolating one; tools that must be shared do not run in it.
 */
export const WORKER_SCOPES = {
  shared: { perAgent: false, perUser: false },
  agent: { perAgent: true, perUser: false },
  user: { perAgent: false, perUser: true },
  user_agent: { perAgent: true, perUser: true },
} as const satisfies Record<string, { readonly perAgent: boolean; readonly perUser: boolean }>;

export type WorkerScope = keyof typeof WORKER_SCOPES;

/** Agents with different powers share no memory unless the operator says so. */
export const DEFAULT_WORKER_SCOPE: WorkerScope = 'agent';
