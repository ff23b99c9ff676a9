import { type TUnsafe, Type } from '@sinclair/typebox';
import { WORKER_SCOPES, type WorkerScope } from '../worker-scope.ts';
import { AccessPolicy } from './access-keys.ts';
import {
  kept,
  objectOf,
  own,
  reference,
  references,
  required,
  selectors,
  tools,
  value,
  type WrittenKeys,
} from './config-key.ts';
import { closed, listOf, toolList } from './config-schemas.ts';

type UserScope = {
  [Scope in WorkerScope]: (typeof WORKER_SCOPES)[Scope]['perUser'] extends true ? Scope : never;
}[WorkerScope];

const isUserScope = (scope: WorkerScope): scope is UserScope => WORKER_SCOPES[scope].perUser;

const workerScopes = <Scope extends WorkerScope>(
  accepts: (scope: WorkerScope) => scope is Scope,
  description: string,
) => {
  const scopes = (Object.keys(WORKER_SCOPES) as readonly WorkerScope[]).filter(accepts);
  return Type.Union(
    scopes.map((scope) => Type.Literal(scope)),
    { description },
  );
};

const workerScope = (description: string) =>
  value(
    ['worker_scope', 'workerScope'],
    workerScopes((scope): scope is WorkerScope => scope in WORKER_SCOPES, description),
  );

/** What holds for every agent. */
export const DEFAULTS_KEYS = {
  tools: tools(['tools'], 'Tools that every agent has in front of its model.'),
  workerScope: workerScope('The worker scope of agents that name none.'),
};

/** One agent. */
export const AGENT_KEYS = {
  tools: own(
    ['tools'],
    Type.Union([toolList('The tools that are always in front of the model.'), AccessPolicy], {
      description:
        'A list: the tools that are always in front of the model. An object: which tools the agent may use at all.',
    }),
  ),
  policy: own(['policy'], AccessPolicy),
  allowedToolkits: references(
    ['allowed_toolkits', 'allowedToolkits'],
    'Toolkits the agent may load while it runs.',
  ),
  initialToolkits: references(
    ['initial_toolkits', 'initialToolkits'],
    'Toolkits that are loaded when a session starts and stay; a subset of the allowed ones.',
  ),
  workerScope: workerScope(
    'Which calls share the memory of an extension: all (`shared`), those of one agent (`agent`, the default), of one user (`user`), or of one user with one agent (`user_agent`).',
  ),
  private: own(
    ['private'],
    Type.Object(
      {
        per: workerScopes(isUserScope, 'What one instance of the agent belongs to.'),
      },
      { ...closed, description: 'Another way to write an isolating `worker_scope`.' },
    ),
  ),
  loadout: reference(['loadout'], 'The loadout that selects the tools in front of the model.'),
  /** Ceilings for one origin only: core tools, extension tools, MCP tools. */
  toolset: selectors(['toolset'], 'Only these core tools; says nothing about other tools.'),
  plugins: selectors(['plugins'], 'Only these extensions; says nothing about other tools.'),
  mcpServers: selectors(
    ['mcp_servers', 'mcpServers'],
    'Only these MCP servers; says nothing about other tools.',
  ),
  parent: reference(['parent'], 'The agent whose permission this one never exceeds.'),
  toolTokenBudget: value(
    ['tool_token_budget', 'toolTokenBudget'],
    Type.Integer({ minimum: 1, description: 'Most tokens that tool definitions may take.' }),
  ),
  provider: value(
    ['provider'],
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'The provider of its model: which `byProvider` holds for requests that state none, over MCP and by command.',
    }),
  ),
  sandboxed: value(
    ['sandboxed'],
    Type.Boolean({
      description:
        'Its sessions are sandboxed: `sandbox.tools` holds for requests that do not say. Only the embedding program may say otherwise.',
    }),
  ),
  displayName: kept(
    ['display_name', 'displayName'],
    'Kept, never interpreted: what people call the agent.',
  ),
  role: kept(['role'], 'Kept, never interpreted: what the agent is for.'),
  model: kept(
    ['model'],
    'The model the agent uses. With `provider`, or as `provider/model`, it says which `byProvider` holds; otherwise it is kept and never interpreted.',
  ),
  rooms: kept(['rooms'], 'Kept, never interpreted: where the agent takes part.'),
};

export interface AgentBody extends WrittenKeys<typeof AGENT_KEYS> {}

const AgentBody: TUnsafe<AgentBody> = objectOf(AGENT_KEYS, 'One agent.');

const LISTED_AGENT_KEYS = {
  id: required('id', Type.String({ description: 'The name of the agent.' })),
  ...AGENT_KEYS,
};

export interface ListedAgent extends WrittenKeys<typeof LISTED_AGENT_KEYS> {}

const ListedAgent: TUnsafe<ListedAgent> = objectOf(LISTED_AGENT_KEYS, 'One agent.');

/** Either `{ list: [..] }` or a map by name; `list` as an object is an agent of that name. */
type Agents =
  | { readonly [id: string]: AgentBody }
  | { readonly list: readonly ListedAgent[]; readonly [id: string]: WrittenAgents };

type WrittenAgents = AgentBody | readonly ListedAgent[];

export const Agents: TUnsafe<Agents> = Type.Unsafe(
  Type.Object(
    {
      list: Type.Optional(
        Type.Union([listOf(ListedAgent, 'The agents.'), AgentBody], {
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
