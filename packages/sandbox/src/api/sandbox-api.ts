import type {
  AuditSink,
  CacheStore,
  CapabilityBrokers,
  CapabilityGrants,
  Diagnostic,
  FailureCode,
  JsonSchema,
  JsonValue,
  LimitSettings,
  Logger,
  RefusalCode,
  ToolDescription,
  ToolRunner,
} from '@mortise/contracts';
import type { JailStatus, JailTier, JailTrial } from '@mortise/processes';
import type { Trace } from '../traces/trace.ts';

export type { JailStatus, JailTier, JailTrial } from '@mortise/processes';

/** What a sandbox needs from its host. */
export interface SandboxOptions {
  readonly logger: Logger;
  /** Wall clock in ms; decides back-off and quarantine. Watchdogs use a monotonic clock of their own. */
  readonly now: () => number;
  /** Raises or lowers limits for every extension, up to the ceilings in `LIMITS`. */
  readonly limits?: LimitSettings;
  /** Runner processes kept warm for the next extension. Default 1. */
  readonly spareRunners?: number;
  /** Most runner processes at once, spares included. Default 8; beyond it calls wait for one that rests. */
  readonly maxRunners?: number;
  /** How long a runner without calls is kept. Default 30,000 ms. */
  readonly idleRunnerMs?: number;
  /** Who shares a runner process; see `PlacementRule`. Default `extension`. */
  readonly placement?: PlacementRule;
  /** What has no broker is denied, whatever was granted. */
  readonly brokers?: CapabilityBrokers;
  /** Gets one entry for each host call, refused ones included. */
  readonly audit?: AuditSink;
  /** A runner above this is killed. Default: 448 MB and the heaps of its isolates, at most 1 GB of them. */
  readonly rssCapBytes?: number;
  readonly quarantine?: QuarantineRule;
  /**
   * Whether runners start in a kernel jail: `preferred` (default) where the machine can make one,
   * `required` never without one, `off` without one.
   */
  readonly jail?: JailTier;
  /** `off` runs guests without a compiler and without WebAssembly. Default `on`. */
  readonly jit?: 'on' | 'off';
  /** Makes this machine one that lacks something, to see what is said then. For tests. */
  readonly jailTrial?: JailTrial;
  readonly onEvent?: (event: SandboxEvent) => void;
  /** Remembers registrations, so that other processes need no isolate to know them. */
  readonly cache?: CacheStore;
  /** A folder of the host; an installed sandbox keeps its runtime there if the user has no cache. */
  readonly ownFolder?: string;
}

/**
 * Who shares a runner process. `extension`: each extension has one of its own, for all its agents and
 * users; `scope`: one for every agent or user that it keeps apart; `shared`: extensions share. Those
 * of the embedder (`first-party`) share in any case, of one scope if it is `scope`.
 */
export type PlacementRule = 'extension' | 'scope' | 'shared';

/** After `crashes` crashes within `windowMs` an extension is quarantined, longer each time. */
export interface QuarantineRule {
  /** Default 5. */
  readonly crashes?: number;
  /** Default 60,000. */
  readonly windowMs?: number;
  /** First quarantine; doubles each time up to 16 times. Default 30,000. */
  readonly baseMs?: number;
}

/** Runs extension bundles and the calls of their tools. */
export interface Sandbox extends ToolRunner, AsyncDisposable {
  /**
   * Runs the registration of a bundle in a runner and records it; a failure is a value and
   * leaves nothing behind. A second load of the same bundle and config starts no isolate.
   * An extension of that id that is already loaded is refused: use `reload`.
   */
  load(bundle: ExtensionBundle): Promise<LoadResult>;
  /** Revokes everything of an extension; its running calls fail with `aborted`. Idempotent. */
  unload(extensionId: string): Promise<void>;
  /** Loads the new generation first, then switches; calls that run finish on the old code. */
  reload(bundle: ExtensionBundle): Promise<LoadResult>;
  status(): SandboxStatus;
  /** What holds runners; one is started for it if none has told yet. Rejects if none can be. */
  tryJail(): Promise<JailStatus>;
  /** Ids of extensions that crashed too often and serve no call for a while. Asked at every request, so cheap. */
  quarantined(): readonly string[];
  /** Lets running calls end (at most `drainMs`, default 1,000), then kills every runner. */
  close(options?: { readonly drainMs?: number }): Promise<void>;
}

/** One extension as the sandbox takes it. */
export interface ExtensionBundle {
  readonly id: string;
  /** One ESM text without imports; the default export is `function (api)` or `{ register(api) }`. */
  readonly source: string;
  /** The source map of it: errors then say where in the author's files they were thrown. */
  readonly map?: string;
  /** Lines that it logs say where they were written, and refusals of the host where was asked. For its author: looking costs more than either. */
  readonly placesLogs?: boolean;
  readonly config?: JsonValue;
  /** What `config` must fit; it is checked in the isolate, before any code of the extension runs. */
  readonly configSchema?: JsonSchema;
  readonly limits?: LimitSettings;
  /** Default `third-party`. First-party code shares runners. */
  readonly trust?: 'first-party' | 'third-party';
  /** `off` runs it in processes without a compiler and without WebAssembly. As for all if absent. */
  readonly jit?: 'on' | 'off';
  /** What the operator granted. Nothing by default; a tool gets what it declares of it. */
  readonly grants?: CapabilityGrants;
  /** Any call of it that was lost with its runner may be run again. */
  readonly idempotent?: boolean;
}

export type LoadResult =
  | { readonly status: 'loaded'; readonly extension: LoadedExtension }
  | {
      readonly status: 'failed';
      readonly code: FailureCode | RefusalCode;
      readonly message: string;
      readonly hint: string;
      /** Where it was thrown, if something was. */
      readonly trace?: Trace;
    };

/** What a registration left: data, checked and bounded, and no code. */
export interface LoadedExtension {
  readonly id: string;
  /** SHA-256 of the source, hex. */
  readonly bundleHash: string;
  readonly tools: readonly ToolDescription[];
  /** Names of own tools that have a reducer. */
  readonly reducers: readonly string[];
  /** What was registered and could not be taken: bad names, bad schemas, clashes. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface SandboxStatus {
  readonly jail: JailStatus;
  /** `off`: no process of an extension has a compiler and WebAssembly, whatever is said of one. */
  readonly jit: 'on' | 'off';
  readonly runners: readonly RunnerStatus[];
  readonly extensions: readonly ExtensionStatus[];
  readonly callsInFlight: number;
  /** Of a sandbox whose calls run on other machines. */
  readonly fleet?: FleetStatus;
}

/** The runner nodes of a fleet and the broker between, as a host sees them. Plain data. */
export interface FleetStatus {
  readonly fleet: string;
  /** `refused`: it is there and does not let this host in. */
  readonly broker: 'connecting' | 'connected' | 'lost' | 'refused';
  /** Why it is not connected; empty if it is. */
  readonly reason: string;
  /** For how long `broker` has been what it is. */
  readonly brokerMs: number;
  /** What the broker does not let this host publish or hear, though it needs it. */
  readonly forbidden: readonly string[];
  readonly nodes: readonly NodeStatus[];
}

/** One process of a runner node. */
export interface NodeStatus {
  readonly name: string;
  readonly instance: string;
  /** `unjailed`: this host requires a jail, and the node has none. */
  readonly state: 'serving' | 'draining' | 'silent' | 'unjailed' | 'distrusted';
  readonly weight: number;
  /** Calls of all hosts on it, as it says. */
  readonly load: number;
  /** Calls of this host on it. */
  readonly callsInFlight: number;
  readonly jail: 'on' | 'off' | 'unknown';
  /** Why it is distrusted. */
  readonly reason?: string;
}

export interface RunnerStatus {
  readonly pid: number;
  readonly state: 'starting' | 'spare' | 'serving' | 'retiring';
  /** 0 while unknown. */
  readonly rssBytes: number;
  readonly extensions: readonly string[];
  readonly callsInFlight: number;
}

export interface ExtensionStatus {
  readonly id: string;
  readonly bundleHash: string;
  readonly generation: number;
  readonly state: 'ready' | 'backing_off' | 'quarantined';
  /** Crashes since it was loaded. */
  readonly crashes: number;
  /** In the time of `now`; there only while backing off or quarantined. */
  readonly blockedUntil?: number;
  readonly callsInFlight: number;
  readonly callsFinished: number;
  readonly placement: 'dedicated' | 'shared';
  /** `off`: its processes have no compiler and no WebAssembly. */
  readonly jit: 'on' | 'off';
  /** Where its next call would run; absent where all run on this machine. */
  readonly runsOn?: RunsOn;
}

/** Where a call runs, and why. */
export interface RunsOn {
  readonly place: 'local' | 'remote';
  /** What decides it, as an operator knows it: `runners.rules[0]`. */
  readonly because: string;
}

/** What an operator may want to see or count. Plain data. */
export type SandboxEvent =
  | { readonly type: 'runner_started'; readonly pid: number }
  /** What holds runners is known, or has changed. */
  | { readonly type: 'jail_known'; readonly jail: JailStatus }
  | {
      readonly type: 'runner_ended';
      readonly pid: number;
      readonly cause: RunnerEnd;
      readonly detail: string;
      readonly extensions: readonly string[];
      readonly callsLost: number;
    }
  | {
      readonly type: 'extension_crashed';
      readonly extensionId: string;
      readonly crashes: number;
      readonly code: FailureCode;
    }
  | {
      readonly type: 'extension_quarantined';
      readonly extensionId: string;
      readonly until: number;
    }
  | {
      readonly type: 'isolate_replaced';
      readonly extensionId: string;
      readonly code: FailureCode;
    }
  /** A runner said something that fits no call or isolate of it; it was not acted on. */
  | {
      readonly type: 'frame_refused';
      readonly pid: number;
      /** Its kind, as the runner wrote it. */
      readonly frame: string;
      readonly reason: string;
      /** Those that have isolates in the runner. */
      readonly extensions: readonly string[];
    }
  | { readonly type: 'call_retried'; readonly extensionId: string; readonly callId: string }
  | { readonly type: 'log_limit'; readonly extensionId: string; readonly callId: string }
  | {
      readonly type: 'reducer_failed';
      readonly extensionId: string;
      readonly toolName: string;
    };

/**
 * `crashed`, `heap` (V8 gave up for want of memory) and `exited` are the runner's own doing; the
 * others are kills by the host.
 */
export type RunnerEnd =
  | 'crashed'
  | 'heap'
  | 'exited'
  | 'wedged'
  | 'rss'
  | 'protocol'
  | 'idle'
  | 'closed'
  | 'start_failed'
  /** It did not answer: stopped, or without a share of the machine. */
  | 'silent';
