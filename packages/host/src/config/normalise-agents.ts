import {
  AGENT_KEYS,
  type AgentBody,
  type AgentConfig,
  type ConfigFile,
  type ConfiguredTool,
  keyPath,
  type ToolPolicy,
} from '@mortise/contracts';
import { checkName, checkUniqueNames } from './check-name.ts';
import { joinIndex, joinKey, lastKey } from './config-path.ts';
import type { ConfigReading, ReadingPlace } from './config-reading.ts';
import { isList } from './is-list.ts';
import { normalisePolicy } from './normalise-access.ts';
import { readKeys, readMetadata } from './read-keys.ts';
import { readTools } from './read-tools.ts';

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
    if (!isList(value)) return [{ id: key, path, body: value }];
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
  return {
    id,
    path,
    ...splitTools(body, place),
    ...readScope(body, readKeys(AGENT_KEYS, body, place), place),
    metadata: readMetadata(AGENT_KEYS, body, place),
  };
}

/** `tools` is a list of static tools or an access policy; `policy` is always the latter. */
function splitTools(
  body: AgentBody,
  { path, reading }: ReadingPlace,
): { readonly policy: ToolPolicy; readonly tools?: readonly ConfiguredTool[] } {
  const tools = { path: joinKey(path, 'tools'), reading };
  const policy = { path: joinKey(path, 'policy'), reading };
  if (isList(body.tools)) {
    return { policy: normalisePolicy(body.policy, policy), tools: readTools(body.tools, tools) };
  }
  if (body.tools !== undefined && body.policy !== undefined) {
    const message = '`tools` is an access policy already.';
    reading.findings.report({ code: 'config_conflict', path: policy.path, message });
  }
  const isNamedPolicy = body.tools === undefined && body.policy !== undefined;
  return {
    policy: isNamedPolicy
      ? normalisePolicy(body.policy, policy)
      : normalisePolicy(body.tools, tools),
  };
}

type AgentKeys = ReturnType<typeof readKeys<typeof AGENT_KEYS>>;

/** `private.per` is another way to write the worker scope; messages then say that path. */
function readScope(body: AgentBody, read: AgentKeys, { path, reading }: ReadingPlace): AgentKeys {
  if (body.private === undefined) return read;
  const privatePath = joinKey(path, 'private');
  if (read.workerScope === undefined) {
    const written = { ...read.written, workerScope: joinKey(privatePath, 'per') };
    return { ...read, workerScope: body.private.per, written };
  }
  const scope = keyPath(AGENT_KEYS, { path, ...read }, 'workerScope');
  const message = `\`${lastKey(scope)}\` says this already.`;
  reading.findings.report({ code: 'config_conflict', path: privatePath, message });
  return read;
}
