import type { CapabilityGrants } from './capability-grants.ts';
import type { JsonValue } from './json.ts';
import type { ToolLoadout } from './loadout.ts';
import type { WorkerScope } from './worker-scope.ts';

/**
 * A configuration after both dialects were read, checked and merged into one form.
 * Deep-frozen; lists instead of maps, so that no name from outside ever indexes an object.
 * Every part keeps the config path it was written at; `ConfigDocument.locate` turns it into a line.
 */
export interface HostConfig {
  /** Grows by one with every accepted configuration of a host. */
  readonly revision: number;
  readonly policy: ToolPolicy;
  readonly agents: readonly AgentConfig[];
  readonly defaults: AgentDefaults;
  readonly toolkits: readonly ToolkitConfig[];
  readonly loadouts: readonly LoadoutConfig[];
  readonly profiles: readonly NamedSelectors[];
  readonly groups: readonly NamedSelectors[];
  readonly extensions: readonly ExtensionConfig[];
  readonly mcpServers: readonly McpServerConfig[];
  /** A selector that matches nothing is an error, not a warning. */
  readonly strict: boolean;
  /** Kept and never interpreted: `models`, `rooms` and their like. */
  readonly metadata: { readonly [key: string]: JsonValue };
}

/** One entry of an allow or deny list, trimmed, with the place it was written at. */
export interface ConfigSelector {
  readonly text: string;
  readonly path: string;
}

/** A reference to a profile, loadout or toolkit by name. */
export interface ConfigReference {
  readonly name: string;
  readonly path: string;
}

export interface NamedSelectors {
  readonly name: string;
  readonly selectors: readonly ConfigSelector[];
  readonly path: string;
}

/** One layer of access: `tools` at the top, an agent's `tools` in object form, one `byProvider` entry. */
export interface AccessLayer {
  /** Where the layer stands, or would stand: an agent without an access policy has an empty layer. */
  readonly path: string;
  readonly profile?: ConfigReference;
  /** Absent means no ceiling, empty means nothing. */
  readonly allow?: readonly ConfigSelector[];
  readonly alsoAllow?: readonly ConfigSelector[];
  readonly deny?: readonly ConfigSelector[];
}

export interface ToolPolicy extends AccessLayer {
  /** Keyed by `provider` or `provider/model`, folded; the longer key replaces the shorter. */
  readonly byProvider: readonly ProviderLayer[];
  /** In force for sandboxed sessions only. */
  readonly sandbox?: AccessLayer;
}

export interface ProviderLayer extends AccessLayer {
  readonly key: string;
}

export interface AgentConfig {
  readonly id: string;
  readonly path: string;
  readonly policy: ToolPolicy;
  /** The static list (`tools: [..]`); absent if the agent has none. */
  readonly tools?: readonly ConfiguredTool[];
  readonly allowedToolkits?: readonly ConfigReference[];
  readonly initialToolkits?: readonly ConfigReference[];
  readonly loadout?: ConfigReference;
  /** Ceilings for one origin only: core tools, extension tools, MCP tools. */
  readonly toolset?: readonly ConfigSelector[];
  readonly plugins?: readonly ConfigSelector[];
  readonly mcpServers?: readonly ConfigSelector[];
  readonly workerScope?: WorkerScope;
  /** The agent whose permission this one never exceeds. */
  readonly parent?: ConfigReference;
  /** Most tokens its tool definitions may take; absent means no limit (phase 8). */
  readonly toolTokenBudget?: number;
  readonly metadata: { readonly [key: string]: JsonValue };
}

export interface AgentDefaults {
  readonly tools?: readonly ConfiguredTool[];
  readonly workerScope?: WorkerScope;
}

/** A tool by name with what the configuration says to it. */
export interface ConfiguredTool {
  /** Trimmed, spelled as written. */
  readonly name: string;
  readonly overrides: { readonly [key: string]: JsonValue };
  /** Ends with the name, in both forms of an entry: `toolkits.devops.tools[1].docker`. */
  readonly path: string;
}

export interface ToolkitConfig {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly ConfiguredTool[];
  readonly path: string;
}

export interface LoadoutConfig {
  readonly loadout: ToolLoadout;
  readonly path: string;
  /** Allows a project to shadow a built-in. */
  readonly override: boolean;
}

export interface ExtensionConfig {
  readonly id?: string;
  /** A folder, a tarball or an npm package name. */
  readonly source: string;
  readonly enabled: boolean;
  readonly config?: JsonValue;
  /** What the operator grants here; what is absent is taken from the lock file. */
  readonly grants?: CapabilityGrants;
  readonly path: string;
}

/**
 * Stands where a secret's value would be. Configuration keeps the reference; only a broker, at the
 * moment of use, sees the value. May stand anywhere in overrides, extension config and MCP `env`.
 */
export interface SecretReference {
  readonly $secret: string;
}

export interface McpServerConfig {
  readonly name: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: { readonly [name: string]: string | SecretReference };
  readonly url?: string;
  readonly enabled: boolean;
  readonly path: string;
}
