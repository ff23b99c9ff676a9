import {
  type AgentConfig,
  type Diagnostic,
  ERROR_CODES,
  foldName,
  type HostConfig,
  RESERVED_TOOL_NAMES,
  type RegistrySnapshot,
} from '@mortise/contracts';
import { loadoutsOfConfig } from '../loadouts/loadouts-of-config.ts';
import {
  findOverrideConflicts,
  holdToolkit,
  mergeStaticTools,
} from '../policy/exposure/merge-overrides.ts';
import { MOST_SUGGESTIONS, nearestSelector } from '../policy/selectors/selector-diagnostics.ts';
import { allFindings, type SlowFindings } from '../policy/slow-findings.ts';
import { PolicyWorld } from '../policy/world/policy-world.ts';
import { workerScopeOf, workerScopePath } from '../policy/world/worker-scope-of.ts';
import { sharedOnlyNames } from './agent-toolkits.ts';

/** What is wrong with the toolkits of a configuration given what is registered. All of it, not the first. */
export function validateToolkits(
  snapshot: RegistrySnapshot,
  config: HostConfig,
): readonly Diagnostic[] {
  return allFindings(validateToolkitsSlowly(snapshot, config));
}

/** The same, agent by agent. */
export function* validateToolkitsSlowly(
  snapshot: RegistrySnapshot,
  config: HostConfig,
): SlowFindings {
  const world = new PolicyWorld({ snapshot, config, loadouts: loadoutsOfConfig(config).loadouts });
  const found = [...unregisteredTools(world)];
  const conflicts: Diagnostic[] = [];
  for (const agent of config.agents) {
    yield;
    found.push(...scopeClashes(world, agent));
    conflicts.push(...initialConflicts(world, agent));
  }
  return [...found, ...conflicts];
}

function unregisteredTools(world: PolicyWorld): readonly Diagnostic[] {
  return world.inputs.config.toolkits.flatMap(({ name, tools }) => {
    const { entries } = world.configured(tools, `toolkit ${name}`).list;
    return (
      entries
        .filter(({ compiled }) => compiled.matches.length === 0)
        // A reserved name was reported while the configuration was read.
        .filter(({ selector }) => !RESERVED_TOOL_NAMES.has(foldName(selector.text)))
        .map(({ selector: { text: subject, path } }, at) =>
          report('unregistered_tool', {
            detail: `Toolkit '${name}' names '${subject}'`,
            subject,
            path,
            near: at < MOST_SUGGESTIONS ? nearestSelector(subject, world) : undefined,
          }),
        )
    );
  });
}

function scopeClashes(world: PolicyWorld, agent: AgentConfig): readonly Diagnostic[] {
  const { snapshot, config } = world.inputs;
  const scope = workerScopeOf(config, agent);
  const scopePath = workerScopePath(config, agent);
  const sharedOnly = sharedOnlyNames(snapshot, scope);
  return (agent.allowedToolkits ?? []).flatMap(({ name, path }) =>
    toolsOf(world, name)
      .filter((tool) => sharedOnly.has(foldName(tool.name)))
      .map((tool) =>
        report('scope_incompatible', {
          detail: `Agent '${agent.id}', toolkit '${name}', tool '${tool.name}', ${scopePath} ${scope}`,
          subject: `${agent.id}->toolkit ${name}->${tool.name} (worker_scope=${scope})`,
          path,
        }),
      ),
  );
}

function initialConflicts(world: PolicyWorld, agent: AgentConfig): readonly Diagnostic[] {
  const { defaults } = world.inputs.config;
  const found: Diagnostic[] = [];
  let held = mergeStaticTools({
    defaults: defaults.tools && world.configured(defaults.tools, 'defaults').tools,
    tools: agent.tools && world.configured(agent.tools, 'agent').tools,
  });
  for (const { name, path } of agent.initialToolkits ?? []) {
    const tools = toolsOf(world, name);
    const conflicts = findOverrideConflicts(held, tools);
    for (const { tool: subject, heldBy } of conflicts) {
      const detail = `'${subject}' of toolkit '${name}' differs from ${heldBy.join(' and ')}`;
      found.push(report('toolkit_conflict', { detail, subject, path }));
    }
    if (conflicts.length === 0) held = holdToolkit(held, { name, tools });
  }
  return found;
}

function toolsOf(world: PolicyWorld, toolkitName: string) {
  const toolkit = world.config.toolkit(toolkitName);
  return toolkit === undefined
    ? []
    : world.configured(toolkit.tools, `toolkit ${toolkitName}`).tools;
}

interface ReportParts {
  readonly detail: string;
  readonly subject: string;
  readonly path: string;
  /** What may have been meant. */
  readonly near?: string | undefined;
}

type ToolkitCode = 'unregistered_tool' | 'scope_incompatible' | 'toolkit_conflict';

function report(code: ToolkitCode, { detail, subject, path, near }: ReportParts): Diagnostic {
  const { summary, hint: common } = ERROR_CODES[code];
  const hint = near === undefined ? common : `Did you mean "${near}"? ${common}`;
  return { code, severity: 'error', message: `${summary} ${detail}.`, subject, path, hint };
}
