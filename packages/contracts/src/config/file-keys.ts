import { type TUnsafe, Type } from '@sinclair/typebox';
import { AccessPolicy } from './access-keys.ts';
import { Agents, DEFAULTS_KEYS } from './agent-keys.ts';

import { approvalSettings } from './approval-keys.ts';

import { auditSettings } from './audit-keys.ts';

import { kept, objectOf, own, required, tools, valueOr, type WrittenKeys } from './config-key.ts';
import { listOf, mapOf, selectorList } from './config-schemas.ts';
import { identitySettings } from './identity-keys.ts';
import { hostLimits } from './limit-keys.ts';
import { LOADOUT_KEYS, type LoadoutBody } from './loadout-keys.ts';
import { oauthSettings } from './oauth-keys.ts';
import { rates } from './rate-keys.ts';
import { retention } from './retention-keys.ts';
import { runnerSettings } from './runner-keys.ts';
import { sandboxSettings } from './sandbox-keys.ts';
import { secretSettings } from './secret-keys.ts';
import { MCP_SERVER_KEYS } from './server-keys.ts';
import { SETTING_KEYS } from './setting-keys.ts';
import { EXTENSION_KEYS } from './source-keys.ts';
import { telemetry } from './telemetry-keys.ts';

/** Tools that are loaded and unloaded together. */
export const TOOLKIT_KEYS = {
  description: valueOr(
    ['description'],
    Type.String({ description: 'What an agent reads when it lists its toolkits.' }),
    '',
  ),
  tools: tools(['tools'], 'The tools of the toolkit.'),
};

interface ToolkitBody extends WrittenKeys<typeof TOOLKIT_KEYS> {}

const Toolkit: TUnsafe<ToolkitBody> = objectOf(
  TOOLKIT_KEYS,
  'Tools that are loaded and unloaded together.',
);

const Loadout: TUnsafe<LoadoutBody> = objectOf(LOADOUT_KEYS, 'One loadout.');

const NAMED_LOADOUT_KEYS = {
  name: required('name', Type.String({ description: 'The name of the loadout.' })),
  ...LOADOUT_KEYS,
};

interface NamedLoadout extends WrittenKeys<typeof NAMED_LOADOUT_KEYS> {}

const NamedLoadout: TUnsafe<NamedLoadout> = objectOf(NAMED_LOADOUT_KEYS, 'One loadout.');

interface ExtensionBody extends WrittenKeys<typeof EXTENSION_KEYS> {}

const Extension: TUnsafe<ExtensionBody> = objectOf(
  EXTENSION_KEYS,
  'An extension with its settings.',
);

interface McpServerBody extends WrittenKeys<typeof MCP_SERVER_KEYS> {}

const McpServer: TUnsafe<McpServerBody> = objectOf(
  MCP_SERVER_KEYS,
  'An MCP server: `command` or `url`.',
);

/** The keys at the top of a configuration file. */
export const FILE_KEYS = {
  $schema: own(['$schema'], Type.String({ description: 'Where editors find this schema.' })),
  /** A selector that matches nothing is an error, not a warning. */
  strict: valueOr(
    ['strict'],
    Type.Boolean({ description: 'A selector that matches nothing is an error.' }),
    false,
  ),
  tools: own(['tools'], AccessPolicy),
  agents: own(['agents'], Agents),
  defaults: own(['defaults'], objectOf(DEFAULTS_KEYS, 'What holds for every agent.')),
  toolkits: own(['toolkits'], mapOf(Toolkit, 'Toolkits by name.')),
  loadouts: own(
    ['loadouts'],
    Type.Union(
      [listOf(NamedLoadout, 'Loadouts, each with a name.'), mapOf(Loadout, 'Loadouts by name.')],
      { description: 'Loadouts: a list with names, or a map by name.' },
    ),
  ),
  profiles: own(
    ['profiles'],
    mapOf(selectorList('The tools of the profile.'), 'Profiles by name, for `tools.profile`.'),
  ),
  groups: own(
    ['groups'],
    mapOf(selectorList('The members of the group.'), 'Groups by name, used as `group:<name>`.'),
  ),
  extensions: own(
    ['extensions'],
    listOf(
      Type.Union(
        [Type.String({ minLength: 1, description: 'The source of an extension.' }), Extension],
        { description: 'A source, or an object with one.' },
      ),
      'The extensions, in the order in which they claim names.',
    ),
  ),
  limits: hostLimits,
  rates,
  retention,
  sandbox: sandboxSettings,
  runners: runnerSettings,
  approvals: approvalSettings,
  telemetry,
  audit: auditSettings,
  oauth: oauthSettings,
  secrets: secretSettings,
  identity: identitySettings,
  ...SETTING_KEYS,
  mcpServers: own(['mcp_servers', 'mcpServers'], mapOf(McpServer, 'MCP servers by name.')),
  models: kept(['models'], 'Kept, never interpreted: the models of the host.'),
  rooms: kept(['rooms'], 'Kept, never interpreted: the rooms of the host.'),
};

/** A configuration as people write it, in a file or as an object. */
export interface ConfigFile extends WrittenKeys<typeof FILE_KEYS> {}

/** Its schema. The JSON Schema for editors is this, printed. */
export const ConfigFile: TUnsafe<ConfigFile> = objectOf(
  FILE_KEYS,
  'Extensions, and which agent may use which tools.',
);
