import type {
  AgentConfig,
  ConfiguredTool,
  JsonValue,
  ToolPolicy,
  WorkerScope,
} from '@mortise/contracts';
import { checkName, checkUniqueNames } from './check-name.ts';
import { joinIndex, joinKey } from './config-path.ts';
import type { ConfigReading } from './config-reading.ts';
import type { ConfigFile } from './config-schema.ts';
import { dropAbsent } from './drop-absent.ts';
import { normalisePolicy } from './normalise-access.ts';
import { normaliseTools } from './normalise-tools.ts';
import { pickSpelling } from './pick-spelling.ts';
import { readReference, readReferences, readSelectors } from './read-selectors.ts';
import type { AgentBody } from './schema-agents.ts';

/** Both dialects, `agents: { name: … }` and `agents: { list: [{ id, … }] }`, as one list. */
export function normaliseAgents(
  agents: NonNullable<ConfigFile['agents']>,
  reading: ConfigReading,
): readonly AgentConfig[] {
  const normalised = listAgents(agents, reading).map((agent) => normaliseAgent(agent, reading));
  checkUniqueNames(
    normalised.map(({ id, path }) => ({ name: id, path })),
    reading,
  );
  return normalised;
}

interface WrittenAgent {
  readonly id: string;
  readonly path: string;
  readonly body: AgentBody;
}

function listAgents(
  agents: NonNullable<ConfigFile['agents']>,
  reading: ConfigReading,
): readonly WrittenAgent[] {
  return Object.entries(agents).flatMap(([key, value], _position, all) => {
    const path = joinKey('agents', key);
    if (!Array.isArray(value)) return [{ id: key, path, body: value }];
    if (all.length > 1) {
      const message = 'agents stand here and beside it; write all in the list or all in the map.';
      reading.findings.report({ code: 'config_conflict', path, message });
    }
    return value.map((body, index) => ({ id: body.id, path: joinIndex(path, index), body }));
  });
}

function normaliseAgent({ id, path, body }: WrittenAgent, reading: ConfigReading): AgentConfig {
  checkName(id, path, reading);
  const place = { path, reading };
  const allowed = pickSpelling(body, ['allowed_toolkits', 'allowedToolkits'], place);
  const initial = pickSpelling(body, ['initial_toolkits', 'initialToolkits'], place);
  const servers = pickSpelling(body, ['mcp_servers', 'mcpServers'], place);
  const selectorsOf = (key: 'toolset' | 'plugins') =>
    body[key] && readSelectors(body[key], joinKey(path, key), reading);
  const referenceOf = (key: 'loadout' | 'parent') =>
    body[key] === undefined ? undefined : readReference(body[key], joinKey(path, key), reading);
  return dropAbsent({
    id,
    path,
    ...splitTools(body, path, reading),
    allowedToolkits: allowed && readReferences(allowed.value, allowed.path, reading),
    initialToolkits: initial && readReferences(initial.value, initial.path, reading),
    loadout: referenceOf('loadout'),
    toolset: selectorsOf('toolset'),
    plugins: selectorsOf('plugins'),
    mcpServers: servers && readSelectors(servers.value, servers.path, reading),
    workerScope: readWorkerScope(body, path, reading),
    parent: referenceOf('parent'),
    toolTokenBudget: pickSpelling(body, ['tool_token_budget', 'toolTokenBudget'], place)?.value,
    metadata: readMetadata(body, path, reading),
  });
}

/** `tools` is a list of static tools or an access policy; `policy` is always the latter. */
function splitTools(
  body: AgentBody,
  path: string,
  reading: ConfigReading,
): { readonly policy: ToolPolicy; readonly tools: readonly ConfiguredTool[] | undefined } {
  const toolsPath = joinKey(path, 'tools');
  const policyPath = joinKey(path, 'policy');
  if (Array.isArray(body.tools)) {
    return {
      policy: normalisePolicy(body.policy, policyPath, reading),
      tools: normaliseTools(body.tools, toolsPath, reading),
    };
  }
  if (body.tools !== undefined && body.policy !== undefined) {
    const message = '`tools` is an access policy already.';
    reading.findings.report({ code: 'config_conflict', path: policyPath, message });
  }
  const isNamedPolicy = body.tools === undefined && body.policy !== undefined;
  const policy = isNamedPolicy
    ? normalisePolicy(body.policy, policyPath, reading)
    : normalisePolicy(body.tools, toolsPath, reading);
  return { policy, tools: undefined };
}

function readWorkerScope(
  body: AgentBody,
  path: string,
  reading: ConfigReading,
): WorkerScope | undefined {
  const scope = pickSpelling(body, ['worker_scope', 'workerScope'], { path, reading });
  if (scope !== undefined && body.private !== undefined) {
    const message = '`worker_scope` says this already.';
    reading.findings.report({ code: 'config_conflict', path: joinKey(path, 'private'), message });
  }
  return scope?.value ?? body.private?.per;
}

function readMetadata(
  body: AgentBody,
  path: string,
  reading: ConfigReading,
): { readonly [key: string]: JsonValue } {
  const { role, model, rooms } = body;
  const displayName = pickSpelling(body, ['display_name', 'displayName'], { path, reading });
  // Plain data by construction: the readers let nothing else in.
  return dropAbsent({ display_name: displayName?.value, role, model, rooms }) as {
    readonly [key: string]: JsonValue;
  };
}
