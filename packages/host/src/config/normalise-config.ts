import {
  type AgentDefaults,
  foldName,
  type HostConfig,
  type JsonValue,
  type NamedSelectors,
} from '@mortise/contracts';
import { groupNameOf } from '@mortise/core';
import { checkName, checkUniqueNames } from './check-name.ts';
import { joinKey } from './config-path.ts';
import type { ConfigReading } from './config-reading.ts';
import type { ConfigFile } from './config-schema.ts';
import { dropAbsent } from './drop-absent.ts';
import { normalisePolicy } from './normalise-access.ts';
import { normaliseAgents } from './normalise-agents.ts';
import { normaliseLoadouts } from './normalise-loadouts.ts';
import { normaliseExtensions, normaliseMcpServers } from './normalise-sources.ts';
import { normaliseToolkits, normaliseTools } from './normalise-tools.ts';
import { pickSpelling } from './pick-spelling.ts';
import { readSelectors } from './read-selectors.ts';

/** Both dialects → the one form the rest of the host knows. Reports whatever does not fit. */
export function normaliseConfig(
  file: ConfigFile,
  revision: number,
  reading: ConfigReading,
): HostConfig {
  return {
    revision,
    policy: normalisePolicy(file.tools, 'tools', reading),
    agents: normaliseAgents(file.agents ?? {}, reading),
    defaults: normaliseDefaults(file.defaults ?? {}, reading),
    toolkits: normaliseToolkits(file.toolkits ?? {}, reading),
    loadouts: normaliseLoadouts(file.loadouts ?? [], reading),
    profiles: normaliseNamed(file.profiles ?? {}, 'profiles', reading),
    groups: normaliseNamed(file.groups ?? {}, 'groups', reading),
    extensions: normaliseExtensions(file.extensions ?? [], reading),
    mcpServers: normaliseMcpServers(file, reading),
    strict: file.strict ?? false,
    metadata: normaliseMetadata(file),
  };
}

function normaliseDefaults(
  defaults: NonNullable<ConfigFile['defaults']>,
  reading: ConfigReading,
): AgentDefaults {
  const path = 'defaults';
  const scope = pickSpelling(defaults, ['worker_scope', 'workerScope'], { path, reading });
  return dropAbsent({
    tools: defaults.tools && normaliseTools(defaults.tools, `${path}.tools`, reading),
    workerScope: scope?.value,
  });
}

function normaliseNamed(
  lists: { readonly [name: string]: readonly string[] },
  section: 'profiles' | 'groups',
  reading: ConfigReading,
): readonly NamedSelectors[] {
  // `web` and `group:web` are two spellings of one group.
  const keyOf = section === 'groups' ? groupNameOf : foldName;
  const named = Object.entries(lists).map(([name, list]) => {
    const path = joinKey(section, name);
    checkName(keyOf(name) === '' ? '' : name, path, reading);
    return { name, selectors: readSelectors(list, path, reading), path };
  });
  checkUniqueNames(named, reading, keyOf);
  return named;
}

function normaliseMetadata(file: ConfigFile): { readonly [key: string]: JsonValue } {
  const { models, rooms } = file;
  // Plain data by construction: the readers let nothing else in.
  return dropAbsent({ models, rooms }) as { readonly [key: string]: JsonValue };
}
