import type { Logger, ResolvedLimits } from '@mortise/contracts';
import type { Host, Redactor, ServerProcesses } from '@mortise/host';

/** How MCP servers are connected to; everything has a default. */
export interface MountOptions {
  readonly logger?: Logger;
  /** Gives the value of a `$secret` of a server; the host's own secrets unless given. */
  readonly resolveSecret?: (name: string) => string | undefined | Promise<string | undefined>;
  /** For the start, the handshake and listing, ms; the limit `connectMs` unless given. */
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
  /** Where servers are started; the folder of the configuration unless given. */
  readonly workingDir?: string;
}

export type MountSettings = Required<Omit<MountOptions, OptionalName>> &
  Pick<MountOptions, OptionalName> & {
    /** Knows the secrets that were given out. */
    readonly redactor: () => Redactor | undefined;
    /** Starts their programs. */
    readonly processes: ServerProcesses;
    /** Wall clock in ms. */
    readonly now: () => number;
  };

type OptionalName = 'maxMessageBytes' | 'connectTimeoutMs';

/** The settings of one connection. */
export type ConnectSettings = MountSettings & {
  readonly maxMessageBytes: number;
  readonly connectMs: number;
  /** Called with each access token for the server before it is used. */
  readonly onToken: (token: string) => void;
};

/** A page of many definitions may be larger than any result. */
const LEAST_MESSAGE_BYTES = 4_000_000;

/** Lets every result through that the limits allow, with room for its escapes. */
export function connectSettings(
  settings: MountSettings,
  { resultBytes, mediaBytes, connectMs }: ResolvedLimits,
  onToken: (token: string) => void,
): ConnectSettings {
  const { maxMessageBytes = Math.max(LEAST_MESSAGE_BYTES, 2 * (resultBytes + mediaBytes)) } =
    settings;
  return {
    ...{ ...settings, maxMessageBytes, onToken },
    connectMs: settings.connectTimeoutMs ?? connectMs,
  };
}

/** Whatever is written to the log and passed on as a secret goes through the host, which knows what to take out. */
export function fillMountOptions(host: Host, options: MountOptions): MountSettings {
  const { resolveSecret = (name: string) => host.readSecret(name) } = options;
  return {
    firstPauseMs: 500,
    longestPauseMs: 60_000,
    refreshPauseMs: 1_000,
    waitMs: Number.POSITIVE_INFINITY,
    workingDir: host.configFolder,
    ...options,
    logger: host.logFor(options.logger),
    redactor: () => host.redactor(),
    processes: host.serverProcesses,
    now: Date.now,
    resolveSecret: async (name) => {
      const value = await resolveSecret(name);
      if (value !== undefined) host.redactSecret(value);
      return value;
    },
  };
}
