import type { AgentConfig, Diagnostic, HostConfig } from '@mortise/contracts';
import type { PositionTable } from '../config/config-document.ts';
import type { ParseConfigOptions } from '../config/parse-config.ts';

/** What is asked of the thread that reads configurations. */
export type ToConfigWorker =
  | { readonly kind: 'text'; readonly text: string; readonly options: ParseConfigOptions }
  /** Some of the agents of the text that was read last: to copy all at once would hold calls up. */
  | { readonly kind: 'agents'; readonly start: number; readonly end: number };

export type FromConfigWorker = UnusableConfig | ConfigHead | ConfigAgents;

/** Nothing of it could be read. */
export interface UnusableConfig {
  readonly kind: 'unusable';
  readonly diagnostics: readonly Diagnostic[];
}

/** A configuration without its agents, and what is wrong with all of it. */
export interface ConfigHead {
  readonly kind: 'head';
  readonly status: 'ok' | 'failed';
  readonly diagnostics: readonly Diagnostic[];
  readonly positions: PositionTable | undefined;
  readonly config: HostConfig;
  readonly agentCount: number;
  /** Given what is registered, before it is weighed. */
  readonly found: readonly Diagnostic[];
}

export interface ConfigAgents {
  readonly kind: 'agents';
  readonly agents: readonly AgentConfig[];
}
