import type {
  ApprovalStore,
  AuditSink,
  CacheStore,
  CallClient,
  CapabilityBackends,
  CapabilityBrokers,
  ConfigFile,
  ExtensionStorage,
  LimitSettings,
  Logger,
  RateStore,
  SandboxConfig,
  SecretSource,
  SessionStore,
  StateStore,
  StopStore,
  TokenStore,
  Tool,
  ToolResultReducer,
} from '@mortise/contracts';
import type { QuarantineRule, Sandbox, SandboxOptions } from '@mortise/sandbox';
import type { ConfigEnvironment } from '../config/interpolate.ts';
import type { ExtensionInput } from '../extensions/extension-input.ts';
import type { TelemetryOptions } from '../telemetry/host-telemetry.ts';

/**
 * What an embedder gives. Everything has a default; a host without options has no tools. The host
 * closes what it opens itself; a store, storage or sink that it is given stays the embedder's.
 */
export interface HostOptions {
  /**
   * A configuration in either dialect: an object with the keys of the file, or the path of a
   * `mortise.config.*` file.
   */
  readonly config?: ConfigFile | string;
  /** What `${NAME}` in configuration values may read. Nothing unless given. */
  readonly env?: ConfigEnvironment;
  /** Tools of the embedder, run in its own process. */
  readonly tools?: readonly Tool[];
  /**
   * Extensions beside those of the configuration: source text, or the path of a folder or tarball,
   * or the name of an installed package. Each runs in an isolate of its own.
   */
  readonly extensions?: readonly ExtensionInput[];
  /** Path of `mortise.lock`; without it nothing is pinned and no update has to wait. */
  readonly lockFile?: string;
  readonly reducers?: readonly ToolResultReducer[];
  /** Backs the capabilities that the embedder's own tools declare. */
  readonly capabilityBackends?: CapabilityBackends;
  /**
   * Backs the capabilities of extensions in place of the host's own brokers: one function for each
   * operation of the table. Each is used only for what was granted, each use is recorded, and what a
   * broker of secrets tells a guest is taken out of what leaves. What has no function is denied.
   */
  readonly brokers?: CapabilityBrokers;
  /** Where the values of secrets come from that the configuration keeps in no file; without it those have none. */
  readonly secrets?: SecretSource;
  /**
   * Answers what tools ask of the user or the model behind their call (`ctx.user.elicit`, `ctx.model.sample`) where
   * the caller brings no answer of its own. A tool needs a grant for each.
   */
  readonly client?: CallClient;
  /** Where decisions and calls are recorded: a sink, or the path of a file of JSON lines. */
  readonly audit?: AuditSink | string;
  /** Where bare names of granted programs are looked up. */
  readonly binaryDirectories?: readonly string[];
  /**
   * The folder that keeps what lasts: sessions, stored values and approved code, unless `state`,
   * `storage` say otherwise. Made if it is not there. If absent, all but approved code is in memory.
   */
  readonly stateDir?: string;
  /**
   * Where everything is kept that hosts may share: a store of all of it, `postgres://user@host/database`, the
   * path of an SQLite file, or a store of sessions alone. If absent in `stateDir`, or in memory. The options
   * below put single parts elsewhere.
   */
  readonly state?: StateStore | SessionStore | string;
  /**
   * As the other hosts on a shared state know this one; the machine and the process if absent. `false` for one
   * that only looks at it and serves nothing.
   */
  readonly replica?: { readonly name?: string } | false;
  /** Where the tokens of clients are kept; in the file of `state` or `stateDir` if absent, or memory. */
  readonly tokens?: TokenStore;
  /** Where calls that wait for a person are kept; in the file of `state` or `stateDir` if absent, or memory. */
  readonly approvals?: ApprovalStore;
  /**
   * Where the values live that extensions store: a storage, or the path of an SQLite file. If absent
   * the file `storage.db` beside that of `state`, or memory.
   */
  readonly storage?: ExtensionStorage | string;
  /**
   * Where bundles and registrations are remembered by all that went into them, so that extensions
   * that did not change start neither a bundler nor an isolate: a store, or a folder of this user
   * that several processes may share. If absent `cache` in `stateDir`; without either everything is
   * learned anew.
   */
  readonly cache?: CacheStore | string;
  /**
   * Opens what runs the code of extensions, in place of a sandbox on this machine. It gets what that
   * would get, and is closed with the host.
   */
  readonly runner?: (options: SandboxOptions) => Sandbox;
  /** A pino logger, or anything with its four methods. Silent if absent. */
  readonly logger?: Logger;
  readonly limits?: LimitSettings;
  /**
   * How long a tap on `admitCall` may take, in ms; a minute if absent. An embedder that asks
   * people gives them hours, or `Infinity`: then a call waits until the tap answers or the caller aborts.
   */
  readonly admissionTimeoutMs?: number;
  readonly sandbox?: SandboxSettings;
  /** Where rates and budgets are counted; if absent in the state file, or in memory. */
  readonly rates?: RateStore;
  /** Where stops are kept; if absent in the state file, or in memory. */
  readonly stops?: StopStore;
  /**
   * What is told to the OpenTelemetry providers of the program, in place of `telemetry` of the
   * configuration; `false` for nothing. Without a provider nothing is made or loaded.
   */
  readonly telemetry?: TelemetryOptions | false;
  /** How often a turn may go on with a new surface after a load, at most 4. */
  readonly continuations?: number;
  /** Wall clock in ms. */
  readonly now?: () => number;
  readonly workingDir?: string;
  /**
   * Files and folders of the embedder that no grant for files reaches, such as those of its keys. What
   * the options name (configuration, lock file, state, audit log, extensions) is out of reach anyway.
   */
  readonly protectedPaths?: readonly string[];
  /**
   * Whether grants for files reach the folders of extensions: never, unless this host serves an
   * extension to its author.
   */
  readonly extensionFolders?: 'protected' | 'open';
  /** Lines that extensions log say where they were written, for their authors; it costs a little for each line. */
  readonly placesLogs?: boolean;
}

export interface SandboxSettings {
  readonly spareRunners?: number;
  /** In place of `sandbox.maxRunners` of the configuration. */
  readonly maxRunners?: number;
  readonly idleRunnerMs?: number;
  /** In place of `sandbox.placement` of the configuration. */
  readonly placement?: NonNullable<SandboxConfig['placement']>;
  readonly rssCapBytes?: number;
  readonly quarantine?: QuarantineRule;
  /** In place of `sandbox.jail` of the configuration. */
  readonly jail?: NonNullable<SandboxConfig['jail']>;
  /** In place of `sandbox.jit` of the configuration. */
  readonly jit?: NonNullable<SandboxConfig['jit']>;
}
