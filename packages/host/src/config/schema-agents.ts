import { WORKER_SCOPES, type WorkerScope } from '@mortise/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { AccessPolicy } from './schema-access.ts';
import { anything, closed, mapOf, names, selectors } from './schema-parts.ts';

const Overrides = Type.Union([mapOf(Type.Unknown(), 'Values for the tool, by key.'), Type.Null()], {
  description: 'What the configuration says to the tool; a value may be { "$secret": "NAME" }.',
});

/** A name, or one key with overrides. */
export const ToolReference = Type.Union(
  [
    Type.String({ description: 'The name of a tool.' }),
    mapOf(Overrides, 'One key, the name of a tool, with overrides for it.'),
  ],
  { description: 'A tool name, or { name: overrides }.' },
);

export const toolList = (description: string) => Type.Array(ToolReference, { description });

const SCOPES = Object.entries(WORKER_SCOPES) as readonly (readonly [
  WorkerScope,
  (typeof WORKER_SCOPES)[WorkerScope],
])[];

export const workerScope = (description: string) =>
  Type.Union(
    SCOPES.map(([scope]) => Type.Literal(scope)),
    { description },
  );

const isolatingScope = Type.Union(
  SCOPES.filter(([, { perUser }]) => perUser).map(([scope]) => Type.Literal(scope)),
  { description: 'What one instance of the agent belongs to.' },
);

const WORKER_SCOPE =
  'Which calls share the memory of an extension: all (`shared`), those of one agent (`agent`, the default), of one user (`user`), or of one user with one agent (`user_agent`).';

const agentProperties = {
  tools: Type.Optional(
    Type.Union([toolList('The tools that are always in front of the model.'), AccessPolicy], {
      description:
        'A list: the tools that are always in front of the model. An object: which tools the agent may use at all.',
    }),
  ),
  policy: Type.Optional(AccessPolicy),
  allowed_toolkits: Type.Optional(names('Toolkits the agent may load while it runs.')),
  allowedToolkits: Type.Optional(names('Another spelling of `allowed_toolkits`.')),
  initial_toolkits: Type.Optional(
    names('Toolkits that are loaded when a session starts and stay; a subset of the allowed ones.'),
  ),
  initialToolkits: Type.Optional(names('Another spelling of `initial_toolkits`.')),
  worker_scope: Type.Optional(workerScope(WORKER_SCOPE)),
  workerScope: Type.Optional(workerScope('Another spelling of `worker_scope`.')),
  private: Type.Optional(
    Type.Object(
      {
        per: isolatingScope,
      },
      { ...closed, description: 'Another way to write an isolating `worker_scope`.' },
    ),
  ),
  loadout: Type.Optional(
    Type.String({ description: 'The loadout that selects the tools in front of the model.' }),
  ),
  toolset: Type.Optional(selectors('Only these core tools; says nothing about other tools.')),
  plugins: Type.Optional(selectors('Only these extensions; says nothing about other tools.')),
  mcp_servers: Type.Optional(selectors('Only these MCP servers; says nothing about other tools.')),
  mcpServers: Type.Optional(selectors('Another spelling of `mcp_servers`.')),
  parent: Type.Optional(
    Type.String({ description: 'The agent whose permission this one never exceeds.' }),
  ),
  tool_token_budget: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Most tokens that tool definitions may take.' }),
  ),
  toolTokenBudget: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Another spelling of `tool_token_budget`.' }),
  ),
  display_name: Type.Optional(anything('Kept, never interpreted: what people call the agent.')),
  displayName: Type.Optional(anything('Another spelling of `display_name`.')),
  role: Type.Optional(anything('Kept, never interpreted: what the agent is for.')),
  model: Type.Optional(anything('Kept, never interpreted: the model the agent uses.')),
  rooms: Type.Optional(anything('Kept, never interpreted: where the agent takes part.')),
};

const AgentBody = Type.Object(agentProperties, { ...closed, description: 'One agent.' });

const ListedAgent = Type.Object(
  { id: Type.String({ description: 'The name of the agent.' }), ...agentProperties },
  { ...closed, description: 'One agent.' },
);

export type AgentBody = Static<typeof AgentBody>;
type ListedAgent = Static<typeof ListedAgent>;

/** Either `{ list: [..] }` or a map by name; `list` as an object is an agent of that name. */
export const Agents = Type.Unsafe<{
  readonly [id: string]: AgentBody | ListedAgent[];
}>(
  Type.Object(
    {
      list: Type.Optional(
        Type.Union([Type.Array(ListedAgent, { description: 'The agents.' }), AgentBody], {
          description: 'All agents as a list, each with an id.',
        }),
      ),
    },
    {
      additionalProperties: AgentBody,
      description: 'The agents: a map by name, or `list` with an id in each.',
    },
  ),
);
