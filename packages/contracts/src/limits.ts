const EXTENSION = ['extension'] as const;
const SERVER = ['server'] as const;
const EACH = ['extension', 'server'] as const;
const HOST = [] as const;

/**
 * Every limit, once: what it bounds, its value while nothing is configured, and the ceiling that no
 * configuration exceeds. Configuration keys, their JSON schema, the resolved limits and
 * `docs/limits.md` come from this table. All can be set for the whole host; `per` says what can have
 * its own.
 */
export const LIMITS = {
  sourceBytes: {
    ...{ per: EXTENSION, standard: 16_000_000, ceiling: 16_000_000 },
    about: 'Code of an extension after bundling.',
  },
  registrationBytes: {
    ...{ per: EXTENSION, standard: 4_000_000, ceiling: 16_000_000 },
    about: 'All definitions of an extension together.',
  },
  toolsPerExtension: {
    ...{ per: EXTENSION, standard: 256, ceiling: 512 },
    about: 'Tools, prompts and resources of an extension.',
  },
  toolsPerServer: {
    ...{ per: SERVER, standard: 512, ceiling: 4_096 },
    about: 'Tools, prompts and resources of an MCP server.',
  },
  descriptionChars: {
    ...{ per: EACH, standard: 2_000, ceiling: 8_000 },
    about: 'Description of one tool.',
  },
  schemaBytes: {
    ...{ per: EACH, standard: 64_000, ceiling: 256_000 },
    about: 'One schema of a tool.',
  },
  schemaDepth: {
    ...{ per: EACH, standard: 32, ceiling: 64 },
    about: 'Levels of one schema of a tool.',
  },
  argumentBytes: {
    ...{ per: EACH, standard: 1_000_000, ceiling: 8_000_000 },
    about: 'Arguments of a call, as JSON.',
  },
  argumentDepth: {
    ...{ per: EACH, standard: 64, ceiling: 128 },
    about: 'Levels of the arguments of a call.',
  },
  resultBytes: {
    ...{ per: EACH, standard: 256_000, ceiling: 8_000_000 },
    about: 'Result of a call, without its media.',
  },
  mediaBytes: {
    ...{ per: EACH, standard: 1_000_000, ceiling: 6_000_000 },
    about: 'Images, sounds and other media in the result of a call.',
  },
  errorChars: {
    ...{ per: EACH, standard: 2_000, ceiling: 8_000 },
    about: 'Message of an error.',
  },
  logLinesPerCall: {
    ...{ per: EXTENSION, standard: 100, ceiling: 10_000 },
    about: 'Lines of log and of progress in a call.',
  },
  hostCallsPerCall: {
    ...{ per: EXTENSION, standard: 200, ceiling: 10_000 },
    about: 'Uses of capabilities in a call.',
  },
  hostCallBytes: {
    ...{ per: EXTENSION, standard: 1_000_000, ceiling: 16_064_000 },
    about: 'What one use of a capability hands over, as JSON; a grant that allows more raises it.',
  },
  pendingHostCalls: {
    ...{ per: EXTENSION, standard: 32, ceiling: 256 },
    about: 'Uses of capabilities in a call that are open at once.',
  },
  concurrentCalls: {
    ...{ per: EACH, standard: 64, ceiling: 1_024 },
    about: 'Calls of an extension or an MCP server at once; the others wait.',
  },
  toolConcurrentCalls: {
    ...{ per: EXTENSION, standard: 48, ceiling: 1_024 },
    about: 'Calls of one tool of an extension at once; the places beyond are for its other tools.',
  },
  waitingCalls: {
    ...{ per: EXTENSION, standard: 1_000, ceiling: 100_000 },
    about: 'Calls of an extension that wait for a place; more are refused.',
  },
  waitingBytes: {
    ...{ per: EXTENSION, standard: 16_000_000, ceiling: 1_000_000_000 },
    about: 'Arguments of the calls of an extension that wait for a place; more are refused.',
  },
  hostConcurrentCalls: {
    ...{ per: HOST, standard: 128, ceiling: 4_096 },
    about: "Calls of the embedder's own tools at once; the others wait.",
  },
  heapBytes: {
    ...{ per: EXTENSION, standard: 64_000_000, ceiling: 1_000_000_000 },
    about: 'Heap of one isolate; at least 8 MB.',
  },
  cpuMs: {
    ...{ per: EXTENSION, standard: 10_000, ceiling: 300_000 },
    about: 'CPU time of a call.',
  },
  callMs: {
    ...{ per: EACH, standard: 30_000, ceiling: 600_000 },
    about: 'Time of a call from its start.',
  },
  connectMs: {
    ...{ per: SERVER, standard: 60_000, ceiling: 600_000 },
    about:
      'Time in which an MCP server starts and lists its tools; the first start of one may install it.',
  },
  loadMs: {
    ...{ per: EXTENSION, standard: 5_000, ceiling: 60_000 },
    about: 'Time of a registration.',
  },
  resultBudgetChars: {
    ...{ per: HOST, standard: 80_000, ceiling: 10_000_000 },
    about: 'All results of one batch of calls together.',
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** What can have limits of its own. */
export type LimitOwner = 'extension' | 'server';

export interface Limit {
  readonly per: readonly LimitOwner[];
  readonly standard: number;
  readonly ceiling: number;
  readonly about: string;
}

export type LimitName = keyof typeof LIMITS;

/** What an operator or an embedder sets; what is absent stays as it is. */
export type LimitSettings = { readonly [Name in LimitName]?: number };

/** The limits in force. Every part that enforces one reads it from here. */
export type ResolvedLimits = { readonly [Name in LimitName]: number };
