import {
  type ConfigFile,
  DEFAULTS_KEYS,
  FILE_KEYS,
  foldName,
  type HostConfig,
  type NamedSelectors,
} from '@mortise/contracts';
import { groupNameOf } from '@mortise/core';
import { checkName, checkUniqueNames } from './check-name.ts';
import { joinKey } from './config-path.ts';
import type { ConfigReading } from './config-reading.ts';
import { normalisePolicy } from './normalise-access.ts';
import { normaliseAgents } from './normalise-agents.ts';
import { normaliseLoadouts } from './normalise-loadouts.ts';
import { normaliseMcpServers } from './normalise-servers.ts';
import { normaliseExtensions } from './normalise-sources.ts';
import { normaliseToolkits } from './normalise-toolkits.ts';
import { readKeys, readMetadata } from './read-keys.ts';
import { readSelectors } from './read-selectors.ts';

/** Both dialects → the one form the rest of the host knows. Reports whatever does not fit. */
export function normaliseConfig(
  file: ConfigFile,
  revision: number,
  reading: ConfigReading,
): HostConfig {
  const place = { path: '', reading };
  return {
    ...readKeys(FILE_KEYS, file, place),
    revision,
    policy: normalisePolicy(file.tools, { path: 'tools', reading }),
    agents: normaliseAgents(file.agents ?? {}, reading),
    defaults: readKeys(DEFAULTS_KEYS, file.defaults ?? {}, { path: 'defaults', reading }),
    toolkits: normaliseToolkits(file.toolkits ?? {}, reading),
    loadouts: normaliseLoadouts(file.loadouts ?? [], reading),
    profiles: normaliseNamed(file.profiles ?? {}, 'profiles', reading),
    groups: normaliseNamed(file.groups ?? {}, 'groups', reading),
    extensions: normaliseExtensions(file.extensions ?? [], reading),
    mcpServers: normaliseMcpServers(file, reading),
    metadata: readMetadata(FILE_KEYS, file, place),
  };
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
    return { name, selectors: readSelectors(list, { path, reading }), path };
  });
  checkUniqueNames(named, reading, keyOf);
  return named;
}
