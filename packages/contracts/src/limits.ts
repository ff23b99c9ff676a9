/**
 * Limits that hold when nobody configures anything. A configuration may tighten them or raise
 * them to the hard ceiling beside; none can be removed.
 */
export const LIMITS = {
  sourceBytes: { standard: 2_000_000, ceiling: 16_000_000 },
  toolsPerExtension: { standard: 64, ceiling: 512 },
  descriptionChars: { standard: 2_000, ceiling: 8_000 },
  schemaBytes: { standard: 64_000, ceiling: 256_000 },
  schemaDepth: { standard: 32, ceiling: 64 },
  argumentBytes: { standard: 1_000_000, ceiling: 8_000_000 },
  argumentDepth: { standard: 64, ceiling: 128 },
  resultBytes: { standard: 256_000, ceiling: 8_000_000 },
  errorChars: { standard: 2_000, ceiling: 8_000 },
  logLinesPerCall: { standard: 100, ceiling: 10_000 },
  hostCallsPerCall: { standard: 200, ceiling: 10_000 },
  pendingHostCalls: { standard: 32, ceiling: 256 },
  /** Of one extension. */
  concurrentCalls: { standard: 64, ceiling: 1_024 },
  /** Of one host. */
  hostConcurrentCalls: { standard: 128, ceiling: 4_096 },
  heapBytes: { standard: 64_000_000, ceiling: 1_000_000_000 },
  cpuMs: { standard: 10_000, ceiling: 300_000 },
  callMs: { standard: 30_000, ceiling: 600_000 },
  loadMs: { standard: 5_000, ceiling: 60_000 },
  /** All results of one batch together, in characters. */
  resultBudgetChars: { standard: 80_000, ceiling: 10_000_000 },
} as const satisfies Record<string, { readonly standard: number; readonly ceiling: number }>;

export type LimitName = keyof typeof LIMITS;
