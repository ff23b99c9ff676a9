import {
  type AgentConfig,
  type ConfiguredTool,
  type Diagnostic,
  ERROR_CODES,
  foldName,
  type HostConfig,
  type RegistrySnapshot,
  type ToolkitConfig,
} from '@mortise/contracts';
import { findToolkit, foldedNamesOf, sharedOnlyNames, workerScopeOf } from './agent-toolkits.ts';
import { findOverrideConflicts, holdToolkit, mergeStaticTools } from './merge-overrides.ts';

/** Reported while the configuration is read, whatever is registered; no need to say it twice. */
const RESERVED_TOOLS: ReadonlySet<string> = new Set(['delegate', 'dynamic_tools', 'self_config']);

/** What is wrong with the toolkits of a configuration given what is registered (M-6). All of it, not the first. */
export function validateToolkits(
  snapshot: RegistrySnapshot,
  config: HostConfig,
): readonly Diagnostic[] {
  return [
    ...unregisteredTools(snapshot, config),
    ...config.agents.flatMap((agent) => scopeClashes(snapshot, config, agent)),
    ...config.agents.flatMap((agent) => initialConflicts(config, agent)),
  ];
}

function unregisteredTools(snapshot: RegistrySnapshot, config: HostConfig): readonly Diagnostic[] {
  const registered = new Set(snapshot.entries.flatMap(foldedNamesOf));
  return config.toolkits.flatMap((toolkit) =>
    toolkit.tools
      .filter(({ name }) => !registered.has(foldName(name)) && !RESERVED_TOOLS.has(foldName(name)))
      .map((tool) =>
        report('unregistered_tool', {
          detail: `Toolkit '${toolkit.name}' names '${tool.name}'`,
          subject: tool.name,
          path: toolPath(tool),
        }),
      ),
  );
}

function scopeClashes(
  snapshot: RegistrySnapshot,
  config: HostConfig,
  agent: AgentConfig,
): readonly Diagnostic[] {
  const scope = workerScopeOf(config, agent);
  const sharedOnly = sharedOnlyNames(snapshot, scope);
  return (agent.allowedToolkits ?? []).flatMap((reference) => {
    const toolkit = findToolkit(config, reference.name);
    const tools = toolkit?.tools.filter((tool) => sharedOnly.has(foldName(tool.name))) ?? [];
    return tools.map((tool) =>
      report('scope_incompatible', {
        detail: `Agent '${agent.id}', toolkit '${reference.name}', tool '${tool.name}', worker_scope ${scope}`,
        subject: `${agent.id}->toolkit ${reference.name}->${tool.name} (worker_scope=${scope})`,
        path: reference.path,
      }),
    );
  });
}

function initialConflicts(config: HostConfig, agent: AgentConfig): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  let held = mergeStaticTools({ defaults: config.defaults.tools, tools: agent.tools });
  for (const reference of agent.initialToolkits ?? []) {
    const toolkit: ToolkitConfig | undefined = findToolkit(config, reference.name);
    if (toolkit === undefined) continue;
    const conflicts = findOverrideConflicts(held, toolkit.tools);
    for (const { tool, heldBy } of conflicts) {
      const detail = `'${tool}' of toolkit '${toolkit.name}' differs from ${heldBy.join(' and ')}`;
      found.push(report('toolkit_conflict', { detail, subject: tool, path: reference.path }));
    }
    if (conflicts.length === 0) held = holdToolkit(held, toolkit);
  }
  return found;
}

interface ReportParts {
  readonly detail: string;
  readonly subject: string;
  readonly path: string;
}

type ToolkitCode = 'unregistered_tool' | 'scope_incompatible' | 'toolkit_conflict';

function report(code: ToolkitCode, { detail, subject, path }: ReportParts): Diagnostic {
  const { summary, hint } = ERROR_CODES[code];
  return { code, severity: 'error', message: `${summary} ${detail}.`, subject, path, hint };
}

function toolPath({ path, name }: ConfiguredTool): string {
  return path.endsWith(`.${name}`) ? path : `${path}.${name}`;
}
