/**
 * Every limit, once: what it bounds, its value while nothing is configured, and the ceiling that no
 * configuration exceeds. Configuration keys, their JSON schema, the resolved limits and
 * `docs/limits.md` come from this table. `of` says whether it may be set per extension.
 */
export const LIMITS = {
  sourceBytes: {
    ...{ of: 'extension', standard: 2_000_000, ceiling: 16_000_000 },
    about: 'Code of an extension after bundling.',
  },
  registrationBytes: {
    ...{ of: 'extension', standard: 4_000_000, ceiling: 16_000_000 },
    about: 'All definitions of an extension together.',
  },
  toolsPerExtension: {
    ...{ of: 'extension', standard: 64, ceiling: 512 },
    about: 'Tools of an extension.',
  },
  descriptionChars: {
    ...{ of: 'extension', standard: 2_000, ceiling: 8_000 },
    about: 'Description of one tool.',
  },
  schemaBytes: {
    ...{ of: 'extension', standard: 64_000, ceiling: 256_000 },
    about: 'One schema of a tool.',
  },
  schemaDepth: {
    ...{ of: 'extension', standard: 32, ceiling: 64 },
    about: 'Levels of one schema of a tool.',
  },
  argumentBytes: {
    ...{ of: 'extension', standard: 1_000_000, ceiling: 8_000_000 },
    about: 'Arguments of a call, as JSON.',
  },
  argumentDepth: {
    ...{ of: 'extension', standard: 64, ceiling: 128 },
    about: 'Levels of the arguments of a call.',
  },
  resultBytes: {
    ...{ of: 'extension', standard: 256_000, ceiling: 8_000_000 },
    about: 'Result of a call, without its media.',
  },
  mediaBytes: {
    ...{ of: 'extension', standard: 1_000_000, ceiling: 6_000_000 },
    about: 'Images, sounds and other media in the result of a call.',
  },
  errorChars: {
    ...{ of: 'extension', standard: 2_000, ceiling: 8_000 },
    about: 'Message of an error.',
  },
  logLinesPerCall: {
    ...{ of: 'extension', standard: 100, ceiling: 10_000 },
    about: 'Lines of log and of progress in a call.',
  },
  hostCallsPerCall: {
    ...{ of: 'extension', standard: 200, ceiling: 10_000 },
    about: 'Uses of capabilities in a call.',
  },
  pendingHostCalls: {
    ...{ of: 'extension', standard: 32, ceiling: 256 },
    about: 'Uses of capabilities in a call that are open at once.',
  },
  concurrentCalls: {
    ...{ of: 'extension', standard: 64, ceiling: 1_024 },
    about: 'Calls of an extension or an MCP server at once; the others wait.',
  },
  hostConcurrentCalls: {
    ...{ of: 'host', standard: 128, ceiling: 4_096 },
    about: "Calls of the embedder's own tools at once; the others wait.",
  },
  heapBytes: {
    ...{ of: 'extension', standard: 64_000_000, ceiling: 1_000_000_000 },
    about: 'Heap of one isolate; at least 8 MB.',
  },
  cpuMs: {
    ...{ of: 'extension', standard: 10_000, ceiling: 300_000 },
    about: 'CPU time of a call.',
  },
  callMs: {
    ...{ of: 'extension', standard: 30_000, ceiling: 600_000 },
    about: 'Time of a call from its start.',
  },
  loadMs: {
    ...{ of: 'extension', standard: 5_000, ceiling: 60_000 },
    about: 'Time of a registration.',
  },
  resultBudgetChars: {
    ...{ of: 'host', standard: 80_000, ceiling: 10_000_000 },
    about: 'All results of one batch of calls together.',
  },
} as const satisfies Readonly<Record<string, Limit>>;

export interface Limit {
  readonly of: 'extension' | 'host';
  readonly standard: number;
  readonly ceiling: number;
  readonly about: string;
}

export type LimitName = keyof typeof LIMITS;

/** Those that may be set per extension. */
export type ExtensionLimitName = {
  [Name in LimitName]: (typeof LIMITS)[Name]['of'] extends 'extension' ? Name : never;
}[LimitName];

/** What an operator or an embedder sets; what is absent stays as it is. */
export type LimitSettings = { readonly [Name in LimitName]?: number };

/** The limits in force. Every part that enforces one reads it from here. */
export type ResolvedLimits = { readonly [Name in LimitName]: number };
