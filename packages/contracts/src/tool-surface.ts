import type { CallRules } from './call-decision.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { JsonValue } from './json.ts';
import type { RuleVerdict } from './ruling.ts';
import type { ToolEntry, ToolOrigin } from './tool-entry.ts';

/** Why a tool is or is not in front of the model; the code the trace, the CLI and a refusal share. */
export type ToolState =
  | 'active'
  | 'denied'
  | 'scope_incompatible'
  | 'needs_opt_in'
  | 'not_allowed'
  | 'loadable'
  | 'discoverable'
  | 'hidden'
  | 'conflict'
  | 'unavailable'
  | 'over_budget'
  | 'core_name_clash'
  | 'extension_id_clash'
  | 'extension_name_clash';

export type PolicyPhase =
  | 'admission'
  | 'deny'
  | 'scope'
  | 'optional'
  | 'allow'
  | 'exposure'
  | 'overrides'
  | 'availability'
  | 'budget'
  | 'arguments';

/** One rule looking at one tool. */
export interface TraceStep {
  readonly phase: PolicyPhase;
  /** `profile`, `tools`, `tools.byProvider`, `agent`, `toolset`, `loadout developer`, `toolkit devops`… */
  readonly layer: string;
  /** The entry that decided, or what the layer is when none did. */
  readonly rule: string;
  readonly path?: string;
  /** Where the path is written, if the configuration came from a file. */
  readonly file?: string;
  readonly line?: number;
  /** `info` steps decide nothing but belong in the story: a list's mode, a lost name. */
  readonly verdict: 'pass' | 'block' | 'expose' | 'info';
}

export interface ToolExplanation {
  readonly tool: string;
  readonly origin: ToolOrigin;
  readonly state: ToolState;
  readonly isPermitted: boolean;
  /** Every phase, not only the first that blocks. */
  readonly steps: readonly TraceStep[];
  /** What an operator would change to make it active; empty when it is. */
  readonly remedies: readonly string[];
  /** What the rules say to the arguments that were asked about; absent if none were. */
  readonly ruling?: PlacedVerdict;
}

/** A verdict with the file and line of what decided, if the configuration came from a file. */
export interface PlacedVerdict extends RuleVerdict {
  readonly file?: string;
  readonly line?: number;
}

/** What one request of one agent works with: definitions and calls both read it. Frozen. */
export interface ToolSurface {
  readonly agentId: string;
  readonly epoch: number;
  readonly policyHash: string;
  /** In the order the model sees them. */
  readonly active: readonly ToolEntry[];
  /** Prompts, resources and templates of resources that its clients may see: never in front of a model. */
  readonly prompts: readonly ToolEntry[];
  readonly resources: readonly ToolEntry[];
  readonly resourceTemplates: readonly ToolEntry[];
  readonly diagnostics: readonly Diagnostic[];
  /** Exact name; the gate of listing and of running. */
  find(name: string): ToolEntry | undefined;
  /** What the configuration says to an active tool; `undefined` if nothing. */
  overridesOf(name: string): { readonly [key: string]: JsonValue } | undefined;
  /** What exposes an active tool: `tools[0]`, `loadout minimal`, `toolkit research`, `everything permitted`… */
  sourcesOf(name: string): readonly string[];
  stateOf(name: string): ToolState | undefined;
  /** Which resource of the host an address is, permitted or not: one, whatever else has its form. */
  resourceAt(uri: string): ResourceAddress | undefined;
  /** Names that survived phases 0 to 4. */
  readonly permitted: ReadonlySet<string>;
  /** The part of its request that permission depends on; absent means nothing out of the ordinary. */
  readonly shape?: SurfaceShape;
  /** Rules on arguments; absent if none is about any of its tools. */
  readonly rules?: CallRules;
}

/** What an address stands for, and the values of its variables, which are the arguments of the call that reads it. */
export interface ResourceAddress {
  readonly entry: ToolEntry;
  readonly args: { readonly [variable: string]: string };
}

/** The part of a request that permission depends on. Nothing a model or a session does changes it. */
export type SurfaceShape = Pick<
  SurfaceRequest,
  'provider' | 'model' | 'sandboxed' | 'exclude' | 'parentPermitted'
>;

/** What a resolver must know besides registry and configuration. */
export interface SurfaceRequest {
  readonly agentId: string;
  readonly provider?: string;
  readonly model?: string;
  readonly sandboxed?: boolean;
  /** Names the surface of this request must not have, whatever the rest says. */
  readonly exclude?: readonly string[];
  /** Folded names a parent is permitted; a subagent never gets more. */
  readonly parentPermitted?: readonly string[];
  /** Toolkits (and implicit toolkits of discoverable extensions) that this session loaded. */
  readonly loadedToolkits: readonly string[];
  /** Without a session there are no control-plane tools: a load could not be kept. */
  readonly hasSession: boolean;
  /** Names of tools and ids of extensions that are down right now. */
  readonly unavailable?: readonly string[];
}
