import type { Logger, ResolvedLimits } from '@mortise/contracts';
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
  /** One message of a server; follows the limit of results unless given. */
  readonly maxMessageBytes?: number;
  /** Where servers are started. */
  readonly workingDir?: string;
}

export type MountSettings = Required<Omit<MountOptions, OptionalName>> &
  Pick<MountOptions, OptionalName>;

type OptionalName = 'workingDir' | 'maxMessageBytes';

/** The settings of one connection. */
export type ConnectSettings = MountSettings & { readonly maxMessageBytes: number };

/** A page of many definitions may be larger than any result. */
const LEAST_MESSAGE_BYTES = 4_000_000;

/** Lets every result through that the limits allow, with room for its escapes. */
export function connectSettings(
  settings: MountSettings,
  { resultBytes, mediaBytes }: ResolvedLimits,
): ConnectSettings {
  const { maxMessageBytes = Math.max(LEAST_MESSAGE_BYTES, 2 * (resultBytes + mediaBytes)) } =
    settings;
  return { ...settings, maxMessageBytes };
}

export function fillMountOptions(options: MountOptions): MountSettings {
  return {
    logger: SILENT_LOGGER,
    resolveSecret: () => undefined,
    connectTimeoutMs: 10_000,
    firstPauseMs: 500,
    longestPauseMs: 60_000,
    refreshPauseMs: 1_000,
    ...options,
  };
}
