import { type McpServerState, MortiseError, SERVER_STATUSES } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import { type Static, Type } from '@sinclair/typebox';
import type { ApiRoute } from '../api-route.ts';
import { HttpProblem } from '../http-problem.ts';
import { DiagnosticShape } from './shapes.ts';

const LeftOutShape = Type.Object({
  tool: Type.String(),
  name: Type.Optional(Type.String()),
  reason: Type.String(),
  path: Type.Optional(Type.String()),
});

const ServerShape = Type.Object({
  name: Type.String(),
  status: Type.Union(Object.keys(SERVER_STATUSES).map((status) => Type.Literal(status))),
  transport: Type.Union([Type.Literal('stdio'), Type.Literal('http')]),
  tools: Type.Array(Type.String()),
  leftOut: Type.Array(LeftOutShape),
  pin: Type.Object({
    status: Type.String(),
    hash: Type.Optional(Type.String()),
    changes: Type.Array(
      Type.Object({
        kind: Type.String(),
        tool: Type.String(),
        name: Type.Optional(Type.String()),
      }),
    ),
    difference: Type.Optional(Type.String()),
  }),
  diagnostics: Type.Array(DiagnosticShape),
  restarts: Type.Integer(),
  reason: Type.Optional(Type.String()),
  lastFailure: Type.Optional(Type.Object({ at: Type.Number(), reason: Type.String() })),
  retryAt: Type.Optional(Type.Number()),
  stderr: Type.Array(Type.String()),
  pid: Type.Optional(Type.Integer()),
  confinement: Type.Optional(Type.String()),
});

const ApproveBody = Type.Object(
  { hash: Type.String({ minLength: 1, maxLength: 200 }) },
  { additionalProperties: false },
);

/** The MCP servers of the configuration, for operators. */
export const SERVER_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/mcp-servers',
    operationId: 'listMcpServers',
    role: 'view',
    summary:
      'The MCP servers of the configuration: how each is, its tools, its restarts and last words.',
    tag: 'host',
    response: Type.Object({ servers: Type.Array(ServerShape) }),
    handle: (_request, { host }) => ({ servers: host.servers.states().map(briefly) }),
  },
  {
    method: 'get',
    path: '/api/mcp-servers/{server}',
    operationId: 'getMcpServer',
    role: 'view',
    summary: 'One MCP server, with what waits for approval.',
    tag: 'host',
    response: ServerShape,
    handle: ({ params }, { host }) => stateOf(host, params['server']),
  },
  {
    method: 'post',
    path: '/api/mcp-servers/{server}/ask',
    operationId: 'askMcpServer',
    role: 'operate',
    summary:
      'Asks an MCP server what it offers, if it was not asked yet: one that starts when called.',
    tag: 'host',
    response: ServerShape,
    handle: async ({ params }, { host }) => {
      const { name } = stateOf(host, params['server']);
      await host.servers.find(name)?.ask();
      return stateOf(host, name);
    },
  },
  {
    method: 'post',
    path: '/api/mcp-servers/{server}/approve',
    operationId: 'approveMcpServer',
    role: 'operate',
    summary: 'Pins exactly what an MCP server offers, by the hash that was shown.',
    tag: 'host',
    body: ApproveBody,
    response: ServerShape,
    handle: async ({ params, body }, { host }) => {
      const { name } = stateOf(host, params['server']);
      const { hash } = body as Static<typeof ApproveBody>;
      await approve(host, name, hash);
      return stateOf(host, name);
    },
  },
  {
    method: 'post',
    path: '/api/mcp-servers/{server}/forget',
    operationId: 'forgetMcpServer',
    role: 'operate',
    summary: 'Takes back what was approved of an MCP server.',
    tag: 'host',
    response: Type.Object({ forgotten: Type.Boolean() }),
    handle: async ({ params }, { host }) => ({
      forgotten: await host.servers.forget(params['server'] ?? ''),
    }),
  },
  {
    method: 'post',
    path: '/api/mcp-servers/{server}/reconnect',
    operationId: 'reconnectMcpServer',
    role: 'operate',
    summary: 'Ends the connection of an MCP server, and its process, and connects it anew.',
    tag: 'host',
    response: Type.Object({ name: Type.String(), status: Type.String() }),
    handle: async ({ params }, { host }) => {
      const { name } = stateOf(host, params['server']);
      await host.servers.reconnect(name);
      return { name, status: stateOf(host, name).status };
    },
  },
];

async function approve(host: Host, name: string, hash: string): Promise<void> {
  try {
    await host.servers.find(name)?.approve(hash);
  } catch (error) {
    if (!MortiseError.is(error)) throw error;
    throw new HttpProblem(409, error.code, { detail: error.message });
  }
}

/** What a model would see of hundreds of tools is for the route of one server. */
function briefly({ pin, ...state }: McpServerState) {
  const { difference: _difference, ...rest } = pin;
  return { ...state, pin: rest };
}

function stateOf(host: Host, name = '') {
  const state = host.servers.state(name);
  if (state === undefined) throw new HttpProblem(404, 'unknown_mcp_server');
  return state;
}
