import {
  type AgentConfig,
  type ConfiguredTool,
  type Diagnostic,
  foldName,
  type ToolkitConfig,
} from '@mortise/contracts';
import type { Naming } from '../selectors/naming.ts';
import type { ToolIndex } from '../selectors/tool-index.ts';
import { ToolSet } from '../selectors/tool-set.ts';
import { policyDiagnostic } from '../world/policy-diagnostic.ts';
import type { PolicyWorld } from '../world/policy-world.ts';
import type { AgentLoadout } from './agent-loadout.ts';
import { mergeStaticTools } from './merge-overrides.ts';

/** A toolkit that an agent may load. */
export interface CompiledToolkit {
  readonly name: string;
  /** `discoverable`: a plugin that a loadout offers, as a toolkit of its own. */
  readonly kind: 'configured' | 'discoverable';
  readonly description: string;
  /** Loaded at session start and sticky. */
  readonly isInitial: boolean;
  /** By registered name, each once. */
  readonly tools: readonly ConfiguredTool[];
  readonly path?: string;
}

/** A toolkit that can be asked for tools by their place in the registry. */
export interface PlannedToolkit extends CompiledToolkit {
  brings(tool: number): boolean;
}

export interface AllowedToolkits {
  readonly toolkits: readonly PlannedToolkit[];
  /** For the opt-in of optional tools (phase 3). */
  readonly namings: readonly Naming[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The toolkits of `allowed_toolkits`, in that order. An initial one that is not allowed does not count. */
export function allowedToolkits(world: PolicyWorld, agent: AgentConfig): AllowedToolkits {
  const toolkits: PlannedToolkit[] = [];
  const namings: Naming[] = [];
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
    const compiled = world.derive(toolkit, compileToolkit);
    namings.push(compiled.naming);
    diagnostics.push(...compiled.diagnostics);
    toolkits.push(initial.has(name) ? compiled.initial : compiled.loadable);
  }
  return { toolkits, namings, diagnostics };
}

/** A toolkit of the configuration in both of its forms; all agents share them. */
export interface SharedToolkit {
  readonly loadable: PlannedToolkit;
  readonly initial: PlannedToolkit;
  readonly naming: Naming;
  readonly diagnostics: readonly Diagnostic[];
}

export function compileToolkit(world: PolicyWorld, toolkit: ToolkitConfig): SharedToolkit {
  const { name, description, path } = toolkit;
  const label = `toolkit ${name}`;
  const expanded = world.configured(toolkit.tools, label);
  const held = [...mergeStaticTools({ tools: expanded.tools }).values()];
  const tools = held.map((each) => ({
    name: each.name,
    overrides: each.overrides,
    path: each.sources[0] ?? path,
  }));
  const loadable: PlannedToolkit = Object.freeze({
    name,
    kind: 'configured',
    description,
    isInitial: false,
    tools: Object.freeze(tools),
    path,
    brings: membership(world, tools),
  });
  return {
    loadable,
    initial: Object.freeze({ ...loadable, isInitial: true }),
    naming: { label, list: expanded.list },
    diagnostics: expanded.diagnostics,
  };
}

/** The discoverable plugins of a loadout as toolkits, in registry order; all its agents share them. */
export function discoverableToolkits(
  index: ToolIndex,
  loadout: Pick<AgentLoadout, 'name' | 'verdicts'>,
): readonly PlannedToolkit[] {
  const plugins = Map.groupBy(loadout.verdicts.discoverable, (tool) =>
    foldName(index.unitOf(tool).name),
  );
  const path = `loadout ${loadout.name}`;
  return Array.from(plugins.values(), (members): PlannedToolkit => {
    const name = index.unitOf(members[0] ?? 0).name;
    const tools = members.map((tool) => ({ name: index.entryOf(tool).name, overrides: {}, path }));
    return Object.freeze({
      name,
      kind: 'discoverable',
      description: `Plugin ${name}, offered by ${path}.`,
      isInitial: false,
      tools: Object.freeze(tools),
      brings: (tool: number) => members.includes(tool),
    });
  });
}

function membership(world: PolicyWorld, tools: readonly ConfiguredTool[]) {
  const { index } = world;
  const members = ToolSet.of(
    index.size,
    tools.flatMap(({ name }) => index.exact(name) ?? []),
  );
  return (tool: number) => members.has(tool);
}
