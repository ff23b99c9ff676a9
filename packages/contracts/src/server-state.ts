import type { Diagnostic } from './diagnostic.ts';

/** What each state of a configured MCP server means. */
export const SERVER_STATUSES = {
  idle: 'starts with the first call of one of its tools',
  connecting: 'was started or is being reached, and has not listed its tools yet',
  connected: 'answers',
  waiting: 'does not answer, and is tried again after a pause',
  failed: 'cannot be used as it is configured',
  off: 'is switched off in the configuration',
  closed: 'ended with its host',
} as const;
export type McpServerStatus = keyof typeof SERVER_STATUSES;

/** A tool that a server lists and that agents do not get. */
export interface LeftOutTool {
  /** What the server calls it. */
  readonly tool: string;
  /** What it would be called here, if it could be. */
  readonly name?: string;
  readonly reason: string;
  /** Where the configuration says so. */
  readonly path?: string;
}

/** Whether what a server offers is what an operator approved. */
export interface ServerPin {
  /**
   * `none`: the host keeps no lock file. `unpinned`: never approved, its tools are used as it lists them.
   * `pinned`: it offers what was approved. `waits`: it offers something else, and the approved tools go on.
   */
  readonly status: 'none' | 'unpinned' | 'pinned' | 'waits';
  /** Of all that it offers now: what an approval is bound to. */
  readonly hash?: string;
  /** What waits, by what the server calls each tool. */
  readonly changes: readonly {
    readonly kind: 'added' | 'changed' | 'removed';
    readonly tool: string;
    /** What it is called here. */
    readonly name?: string;
  }[];
  /** The same as a model would see it, for people. */
  readonly difference?: string;
}

/** A mounted MCP server as operators see it. Its texts are harmless, bounded, and without secrets. */
export interface McpServerState {
  readonly name: string;
  readonly status: McpServerStatus;
  readonly transport: 'stdio' | 'http';
  /** Its tools that are registered, by the names they have here. */
  readonly tools: readonly string[];
  readonly leftOut: readonly LeftOutTool[];
  readonly pin: ServerPin;
  readonly diagnostics: readonly Diagnostic[];
  /** How often it was started or reached anew after it had failed or gone. */
  readonly restarts: number;
  /** Why it is not connected. */
  readonly reason?: string;
  /** Its last failure, if it is connected again, too; wall clock in ms. */
  readonly lastFailure?: { readonly at: number; readonly reason: string };
  /** When it is tried again; wall clock in ms. */
  readonly retryAt?: number;
  /** The last lines of its standard error. */
  readonly stderr: readonly string[];
  /** Of its process, while it runs. */
  readonly pid?: number;
  /** What its program reaches, for people; absent for one that runs elsewhere. */
  readonly confinement?: string;
}
