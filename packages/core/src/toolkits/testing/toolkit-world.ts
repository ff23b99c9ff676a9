import type { ConfiguredTool, JsonValue, ToolEntry } from '@mortise/contracts';
import { type HeldTools, mergeStaticTools } from '../../policy/exposure/merge-overrides.ts';
import type { AgentToolkit, AgentToolkits } from '../agent-toolkits.ts';

export type Overrides = { readonly [key: string]: JsonValue };

export function tool(name: string, overrides: Overrides = {}): ConfiguredTool {
  return { name, overrides, path: `somewhere.${name}` };
}

export function toolkit(name: string, parts: Partial<AgentToolkit> = {}): AgentToolkit {
  const tools = parts.tools ?? [];
  return {
    name,
    description: `About ${name}`,
    kind: 'configured',
    isInitial: false,
    position: 0,
    sharedOnlyTools: [],
    permittedTools: tools,
    ...parts,
    tools,
  };
}

export interface WorldParts {
  readonly offered?: readonly AgentToolkit[];
  readonly statics?: readonly ConfiguredTool[];
  /** Toolkits of the configuration that this agent may not have. */
  readonly others?: readonly string[];
  readonly awaited?: readonly string[];
}

export function agentWorld(parts: WorldParts): AgentToolkits {
  const { statics = [], others = [], awaited = [] } = parts;
  const offered = (parts.offered ?? []).map((each, position) => ({ ...each, position }));
  const held: HeldTools = mergeStaticTools({ tools: statics });
  const names = [...offered.map((each) => each.name), ...others];
  return {
    agentId: 'a',
    workerScope: 'user',
    offered,
    initial: offered.filter((each) => each.isInitial),
    held,
    find: (name) => offered.find((each) => each.name === name),
    isKnown: (name) => names.includes(name),
    isAwaited: (name) => awaited.includes(name),
  };
}

export function entry(name: string, parts: Partial<ToolEntry> = {}): ToolEntry {
  return {
    name,
    description: name,
    schema: { type: 'object' },
    origin: { kind: 'core' },
    aliases: [],
    isOptional: false,
    ...parts,
  };
}
