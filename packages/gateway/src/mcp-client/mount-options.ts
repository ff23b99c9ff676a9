import { LIMITS, type Logger } from '@mortise/contracts';
import { SILENT_LOGGER } from '@mortise/core';

/** How MCP servers are connected to; everything has a default. */
export interface MountOptions {
  readonly logger?: Logger;
  /** Gives the value of a `$secret` in a server's `env`. Without it such a server is not started. */
  readonly resolveSecret?: (name: string) => string | undefined | Promise<string | undefined>;
  /** For the handshake and for listing, ms. */
  readonly connectTimeoutMs?: number;
  /** How long the first pause after a failure is, and the longest, ms; each is twice the one before. */
  readonly firstPauseMs?: number;
  readonly longestPauseMs?: number;
  /** A list that changed is read again after this pause, so that many changes are one, ms. */
  readonly refreshPauseMs?: number;
  /** One message of a server. */
  readonly maxMessageBytes?: number;
  /** Without media. */
  readonly maxResultBytes?: number;
  readonly maxMediaBytes?: number;
  readonly maxTools?: number;
  /** Where servers are started. */
  readonly workingDir?: string;
}

export type MountSettings = Required<Omit<MountOptions, 'workingDir'>> &
  Pick<MountOptions, 'workingDir'>;

export function fillMountOptions(options: MountOptions): MountSettings {
  return {
    logger: SILENT_LOGGER,
    resolveSecret: () => undefined,
    connectTimeoutMs: 10_000,
    firstPauseMs: 500,
    longestPauseMs: 60_000,
    refreshPauseMs: 1_000,
    maxMessageBytes: 4_000_000,
    maxResultBytes: LIMITS.resultBytes.standard,
    maxMediaBytes: LIMITS.mediaBytes.standard,
    maxTools: LIMITS.toolsPerExtension.ceiling,
    ...options,
  };
}
