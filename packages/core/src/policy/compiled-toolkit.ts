import {
  type AgentConfig,
  type ConfiguredTool,
  type Diagnostic,
  foldName,
  type ToolkitConfig,
} from '@mortise/contracts';
import { mergeStaticTools } from '../toolkits/merge-overrides.ts';
import type { AgentLoadout } from './agent-loadout.ts';
import { policyDiagnostic } from './policy-diagnostic.ts';
import type { PolicyWorld } from './policy-world.ts';
import type { SelectorList } from './selector-list.ts';

/** A toolkit that an agent may load. */
export interface CompiledToolkit {
  readonly name: string;
  /** `discoverable`: a plugin that a loadout offers, as a toolkit of its own (J-5). */
  readonly kind: 'configured' | 'discoverable';
  readonly description: string;
  /** Loaded at session start and sticky (M-4). */
  readonly isInitial: boolean;
  /** By registered name, each once. */
  readonly tools: readonly ConfiguredTool[];
  readonly path?: string;
}

export interface AllowedToolkits {
  readonly toolkits: readonly CompiledToolkit[];
  /** For the opt-in of optional tools (phase 3). */
  readonly namings: readonly { readonly label: string; readonly list: SelectorList }[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The toolkits of `allowed_toolkits`, in that order. An initial one that is not allowed does not count. */
export function allowedToolkits(world: PolicyWorld, agent: AgentConfig): AllowedToolkits {
  const toolkits: CompiledToolkit[] = [];
  const namings: AllowedToolkits['namings'][number][] = [];
  const diagnostics: Diagnostic[] = [];
  const initial = new Set(agent.initialToolkits?.map(({ name }) => name));
  for (const { name, path } of agent.allowedToolkits ?? []) {
    const toolkit = world.config.toolkit(name);
    if (toolkit === undefined) {
      diagnostics.push(
        policyDiagnostic('unknown_toolkit', { subject: name, path, layer: 'agent' }),
      );
      continue;
    }
    const label = `toolkit ${name}`;
    const expanded = world.configured(toolkit.tools, label);
    namings.push({ label, list: expanded.list });
    diagnostics.push(...expanded.diagnostics);
    toolkits.push(compileToolkit(toolkit, expanded.tools, initial.has(name)));
  }
  return { toolkits, namings, diagnostics };
}

/** The discoverable plugins of a loadout as toolkits, in registry order. */
export function discoverableToolkits(
  world: PolicyWorld,
  loadout: AgentLoadout,
  taken: ReadonlySet<string>,
): readonly CompiledToolkit[] {
  const tools = new Map<string, { name: string; tools: ConfiguredTool[] }>();
  for (const tool of world.index.all) {
    const { name } = world.index.unitOf(tool);
    if (loadout.verdicts[tool] !== 'discoverable' || taken.has(name)) continue;
    const plugin = tools.get(foldName(name)) ?? { name, tools: [] };
    const path = loadout.path;
    plugin.tools.push({ name: world.index.entryOf(tool).name, overrides: {}, path });
    tools.set(foldName(name), plugin);
  }
  return Array.from(tools.values(), (plugin) =>
    Object.freeze({
      name: plugin.name,
      kind: 'discoverable',
      description: `Plugin ${plugin.name}, offered by loadout ${loadout.name}.`,
      isInitial: false,
      tools: Object.freeze(plugin.tools),
    }),
  );
}

function compileToolkit(
  toolkit: ToolkitConfig,
  expanded: readonly ConfiguredTool[],
  isInitial: boolean,
): CompiledToolkit {
  const { name, description, path } = toolkit;
  const merged = Array.from(mergeStaticTools({ tools: expanded }).values(), (held) => ({
    name: held.name,
    overrides: held.overrides,
    path: held.sources[0] ?? path,
  }));
  return Object.freeze({
    name,
    kind: 'configured',
    description,
    isInitial,
    tools: Object.freeze(merged),
    path,
  });
}
