/** What can be stopped, and what that means. */
export const STOP_SCOPES = {
  all: 'every call of every agent',
  agent: 'every call of the agent',
  extension: 'every call of a tool of the extension',
  server: 'every call of a tool of the MCP server',
} as const;

export type StopScope = keyof typeof STOP_SCOPES;

/** What a stop is about. */
export interface StopTarget {
  readonly scope: StopScope;
  /** The agent, extension or MCP server; empty for everything. */
  readonly name: string;
}

/** One stop as a person made it. */
export interface StopRecord extends StopTarget {
  readonly id: string;
  /** In the words of who made it; may be empty. */
  readonly reason: string;
  /** The principal that made it. */
  readonly by: string;
  /** Wall clock in ms. */
  readonly at: number;
  /** There once a person has lifted it. */
  readonly liftedAt?: number;
  readonly liftedBy?: string;
}

/**
 * Where stops are kept: in this process, in a file, or in a database that several hosts share. What was
 * lifted stays as a record, so that a record that is missing lifts nothing.
 */
export interface StopStore extends AsyncDisposable {
  /** What it keeps survives this process. */
  readonly isLasting: boolean;
  /** Those in force, and those that were lifted. Rejects while it cannot be known. */
  list(): Promise<readonly StopRecord[]>;
  /** Resolves once it is durable; one with the same id stays as it is. Rejects if nothing can be kept. */
  add(stop: StopRecord): Promise<void>;
  /** Durable once it resolves; false if there is none of this id. */
  lift(id: string, lifted: { readonly at: number; readonly by: string }): Promise<boolean>;
}
