import type { JsonSchema, JsonValue } from '../json.ts';
import type { ToolLoadout } from '../loadout.ts';
import type { Approver, Ruling } from '../ruling.ts';
import type { ACCESS_KEYS, ARGUMENT_KEYS, REVERSIBILITY_KEYS } from './access-keys.ts';
import type { AGENT_KEYS, DEFAULTS_KEYS } from './agent-keys.ts';
import type { ReadKeys } from './config-key.ts';
import type { ConfigSelector, ConfiguredTool } from './config-parts.ts';
import type { FILE_KEYS, TOOLKIT_KEYS } from './file-keys.ts';
import type { ExceptedCall } from './rule-keys.ts';
import type { MCP_SERVER_KEYS } from './server-keys.ts';
import type { EXTENSION_KEYS } from './source-keys.ts';

/**
 * A configuration after both dialects were read, checked and merged into one form. Its keys are
 * declared in `config/*-keys.ts`; here is what their parts have besides.
 * Deep-frozen; lists instead of maps, so that no name from outside ever indexes an object.
 * Every part keeps the config path it was written at; `ConfigDocument.locate` turns it into a line.
 */
export interface HostConfig extends ReadKeys<typeof FILE_KEYS> {
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
  /** Kept and never interpreted: `models`, `rooms` and their like. */
  readonly metadata: { readonly [key: string]: JsonValue };
}

export interface NamedSelectors {
  readonly name: string;
  readonly selectors: readonly ConfigSelector[];
  readonly path: string;
}

/** One layer of access: `tools` at the top, an agent's `tools` in object form, one `byProvider` entry. */
export interface AccessLayer extends ReadKeys<typeof ACCESS_KEYS> {
  /** Where the layer stands, or would stand: an agent without an access policy has an empty layer. */
  readonly path: string;
}

export interface ToolPolicy extends AccessLayer, Omit<ReadKeys<typeof ARGUMENT_KEYS>, 'written'> {
  /** Rules on arguments; absent if there are none. */
  readonly rules?: readonly ArgumentRule[];
  /** What the operator says of how tools can be undone; absent if nothing. */
  readonly reversibility?: ReadKeys<typeof REVERSIBILITY_KEYS>;
  /** Keyed by `provider` or `provider/model`, folded; the longer key replaces the shorter. */
  readonly byProvider: readonly ProviderLayer[];
  /** In force for sandboxed sessions only. */
  readonly sandbox?: AccessLayer;
}

/** A rule on the arguments of calls, or of programs that tools run. */
export interface ArgumentRule {
  readonly path: string;
  readonly tools: readonly ConfigSelector[];
  /** Names or paths of programs; absent: it is about calls. */
  readonly programs?: readonly string[];
  /** Absent: it counts for all arguments. */
  readonly when?: JsonSchema | boolean;
  readonly ruling: Ruling;
  /** Who is asked, for `ask`. */
  readonly approver?: Approver;
  /** Calls that it is not about. */
  readonly except?: readonly ExceptedCall[];
  readonly reason?: string;
}

export interface ProviderLayer extends AccessLayer {
  readonly key: string;
}

export interface AgentConfig extends ReadKeys<typeof AGENT_KEYS> {
  readonly id: string;
  readonly path: string;
  readonly policy: ToolPolicy;
  /** The static list (`tools: [..]`); absent if the agent has none. */
  readonly tools?: readonly ConfiguredTool[];
  readonly metadata: { readonly [key: string]: JsonValue };
}

export type AgentDefaults = ReadKeys<typeof DEFAULTS_KEYS>;

export interface ToolkitConfig extends ReadKeys<typeof TOOLKIT_KEYS> {
  readonly name: string;
  readonly tools: readonly ConfiguredTool[];
  readonly path: string;
}

export interface LoadoutConfig {
  readonly loadout: ToolLoadout;
  readonly path: string;
  /** Allows a project to shadow a built-in. */
  readonly override: boolean;
}

export interface ExtensionConfig extends ReadKeys<typeof EXTENSION_KEYS> {
  readonly path: string;
}

export interface McpServerConfig extends ReadKeys<typeof MCP_SERVER_KEYS> {
  readonly name: string;
  readonly path: string;
}
