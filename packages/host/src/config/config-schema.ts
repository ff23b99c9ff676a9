import { CapabilityGrants, EXTENSION_ID_PATTERN } from '@mortise/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { AccessPolicy } from './schema-access.ts';
import { Agents, toolList, workerScope } from './schema-agents.ts';
import { anything, closed, mapOf, names, selectors } from './schema-parts.ts';

const Toolkit = Type.Object(
  {
    description: Type.Optional(
      Type.String({ description: 'What an agent reads when it lists its toolkits.' }),
    ),
    tools: Type.Optional(toolList('The tools of the toolkit.')),
  },
  { ...closed, description: 'Tools that are loaded and unloaded together.' },
);

const loadoutProperties = {
  parent: Type.Optional(Type.String({ description: 'The loadout this one adds to.' })),
  extends: Type.Optional(Type.String({ description: 'Another spelling of `parent`.' })),
  plugins: Type.Optional(names('Extensions and toolsets it selects by name.')),
  defaultPlugins: Type.Optional(names('Another spelling of `plugins`.')),
  categories: Type.Optional(names('Categories it selects as a whole.')),
  includeCategories: Type.Optional(names('Another spelling of `categories`.')),
  includedCategories: Type.Optional(names('Another spelling of `categories`.')),
  discoverable: Type.Optional(names('What may be loaded on request: `name`, `prefix*` or `*`.')),
  discoverablePatterns: Type.Optional(names('Another spelling of `discoverable`.')),
  disabled: Type.Optional(names('What is never selected, here or in a child.')),
  disabledPlugins: Type.Optional(names('Another spelling of `disabled`.')),
  override: Type.Optional(
    Type.Boolean({ description: 'Takes the place of a built-in loadout of the same name.' }),
  ),
};

const LoadoutBody = Type.Object(loadoutProperties, { ...closed, description: 'One loadout.' });

const NamedLoadout = Type.Object(
  { name: Type.String({ description: 'The name of the loadout.' }), ...loadoutProperties },
  { ...closed, description: 'One loadout.' },
);

const Extension = Type.Object(
  {
    id: Type.Optional(
      Type.String({ pattern: EXTENSION_ID_PATTERN, description: 'Must equal its manifest.' }),
    ),
    source: Type.String({
      minLength: 1,
      description: 'A folder, a tarball or the name of an npm package.',
    }),
    enabled: Type.Optional(Type.Boolean({ description: 'false keeps it installed and denied.' })),
    config: Type.Optional(
      anything('What the extension sees as its config; may hold { "$secret": "NAME" }.'),
    ),
    grants: Type.Optional(
      Type.Unsafe<CapabilityGrants>({
        ...CapabilityGrants,
        description: 'What it may use of what it asks for; absent means what the lock file holds.',
      }),
    ),
  },
  { ...closed, description: 'An extension with its settings.' },
);

const EnvironmentValue = Type.Union(
  [
    Type.String({ description: 'The value.' }),
    Type.Object(
      { $secret: Type.String({ description: 'The name of a secret.' }) },
      { ...closed, description: 'The value of a secret, filled in when the server starts.' },
    ),
  ],
  { description: 'A value or { "$secret": "NAME" }.' },
);

const McpServer = Type.Object(
  {
    command: Type.Optional(Type.String({ minLength: 1, description: 'The program to start.' })),
    args: Type.Optional(names('Its arguments.')),
    env: Type.Optional(mapOf(EnvironmentValue, 'Its environment; nothing else is passed on.')),
    url: Type.Optional(Type.String({ description: 'The http(s) address of a running server.' })),
    enabled: Type.Optional(Type.Boolean({ description: 'false leaves the server alone.' })),
  },
  { ...closed, description: 'An MCP server: `command` or `url`.' },
);

const mcpServers = (description: string) => Type.Optional(mapOf(McpServer, description));

/** The configuration file as people write it. The JSON Schema for editors is this, printed. */
export const ConfigFile = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: 'Where editors find this schema.' })),
    strict: Type.Optional(
      Type.Boolean({ description: 'A selector that matches nothing is an error.' }),
    ),
    tools: Type.Optional(AccessPolicy),
    agents: Type.Optional(Agents),
    defaults: Type.Optional(
      Type.Object(
        {
          tools: Type.Optional(toolList('Tools that every agent has in front of its model.')),
          worker_scope: Type.Optional(workerScope('The worker scope of agents that name none.')),
          workerScope: Type.Optional(workerScope('Another spelling of `worker_scope`.')),
        },
        { ...closed, description: 'What holds for every agent.' },
      ),
    ),
    toolkits: Type.Optional(mapOf(Toolkit, 'Toolkits by name.')),
    loadouts: Type.Optional(
      Type.Union(
        [
          Type.Array(NamedLoadout, { description: 'Loadouts, each with a name.' }),
          mapOf(LoadoutBody, 'Loadouts by name.'),
        ],
        { description: 'Loadouts: a list with names, or a map by name.' },
      ),
    ),
    profiles: Type.Optional(
      mapOf(selectors('The tools of the profile.'), 'Profiles by name, for `tools.profile`.'),
    ),
    groups: Type.Optional(
      mapOf(selectors('The members of the group.'), 'Groups by name, used as `group:<name>`.'),
    ),
    extensions: Type.Optional(
      Type.Array(
        Type.Union(
          [Type.String({ minLength: 1, description: 'The source of an extension.' }), Extension],
          { description: 'A source, or an object with one.' },
        ),
        { description: 'The extensions, in the order in which they claim names.' },
      ),
    ),
    mcp_servers: mcpServers('MCP servers by name.'),
    mcpServers: mcpServers('Another spelling of `mcp_servers`.'),
    models: Type.Optional(anything('Kept, never interpreted: the models of the host.')),
    rooms: Type.Optional(anything('Kept, never interpreted: the rooms of the host.')),
  },
  {
    ...closed,
    title: 'Mortise configuration',
    description: 'Extensions, and which agent may use which tools.',
  },
);

export type ConfigFile = Static<typeof ConfigFile>;
