import type { Logger, ResolvedLimits } from '@mortise/contracts';
import type { Host } from '@mortise/host';

/** How MCP servers are connected to; everything has a default. */
export interface MountOptions {
  readonly logger?: Logger;
  /** Gives the value of a `$secret` in a server's `env`; the host's own secrets unless given. */
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
  /** How long the mount waits for servers that have not answered; they go on in the background. Ms. */
  readonly waitMs?: number;
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

/** Whatever is written to the log and passed on as a secret goes through the host, which knows what to take out. */
export function fillMountOptions(host: Host, options: MountOptions): MountSettings {
  const { resolveSecret = (name: string) => host.readSecret(name) } = options;
  return {
    connectTimeoutMs: 10_000,
    firstPauseMs: 500,
    longestPauseMs: 60_000,
    refreshPauseMs: 1_000,
    waitMs: Number.POSITIVE_INFINITY,
    ...options,
    logger: host.logFor(options.logger),
    resolveSecret: async (name) => {
      const value = await resolveSecret(name);
      if (value !== undefined) host.redactSecret(value);
      return value;
    },
  };
}
