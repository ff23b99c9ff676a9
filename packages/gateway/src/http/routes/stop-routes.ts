import { didYouMean, MortiseError, STOP_SCOPES, type StopScope } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import { type Static, Type } from '@sinclair/typebox';
import type { ApiRoute } from '../api-route.ts';

const Scope = Type.Union(
  (Object.keys(STOP_SCOPES) as readonly StopScope[]).map((scope) => Type.Literal(scope)),
);

const Target = {
  scope: Scope,
  name: Type.Optional(Type.String({ maxLength: 256 })),
};

const StopBody = Type.Object(
  {
    ...Target,
    reason: Type.Optional(Type.String({ maxLength: 500 })),
    force: Type.Optional(Type.Boolean({ description: 'Takes a name that is not known now.' })),
  },
  { additionalProperties: false },
);

const ResumeBody = Type.Object(Target, { additionalProperties: false });

const StopShape = Type.Object(
  { id: Type.String(), scope: Type.String(), name: Type.String(), isDurable: Type.Boolean() },
  { additionalProperties: true },
);

export const STOP_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/stops',
    operationId: 'listStops',
    role: 'view',
    summary: 'What operators have stopped, why, and whether it would survive a restart.',
    tag: 'stops',
    response: Type.Object({ stops: Type.Array(StopShape) }),
    handle: (_request, { host }) => ({ stops: host.stops.list() }),
  },
  {
    method: 'post',
    path: '/api/stops',
    operationId: 'stop',
    role: 'operate',
    summary:
      'Stops everything, an agent, an extension or an MCP server, at once and until resumed.',
    tag: 'stops',
    body: StopBody,
    response: StopShape,
    handle: ({ body, principal }, { host }) => {
      const { force, reason, ...target } = body as Static<typeof StopBody>;
      const { scope, name } = readTarget(target);
      if (force !== true) requireKnown(host, scope, name);
      const asked = reason === undefined ? { scope, name } : { scope, name, reason };
      return host.stops.stop(asked, principal);
    },
  },
  {
    method: 'post',
    path: '/api/stops/lift',
    operationId: 'resume',
    role: 'operate',
    summary: 'Lifts what was stopped with exactly this target.',
    tag: 'stops',
    body: ResumeBody,
    response: Type.Object({ lifted: Type.Array(StopShape) }),
    handle: async ({ body, principal }, { host }) => ({
      lifted: await host.stops.resume(readTarget(body as Static<typeof ResumeBody>), principal),
    }),
  },
  {
    method: 'post',
    path: '/api/stops/refresh',
    operationId: 'refreshStops',
    role: 'operate',
    summary: 'Takes up at once what another process has stopped or lifted.',
    tag: 'stops',
    body: Type.Object({}, { additionalProperties: false }),
    response: Type.Object({ stops: Type.Array(StopShape) }),
    handle: async (_request, { host }) => {
      await host.stops.refresh();
      return { stops: host.stops.list() };
    },
  },
];

function readTarget({ scope, name = '' }: Static<typeof ResumeBody>) {
  return { scope, name: scope === 'all' ? '' : name };
}

/** A misspelt name would leave running what should be stopped. */
function requireKnown(host: Host, scope: StopScope, name: string): void {
  if (scope === 'all') return;
  const known = {
    agent: () => host.agentIds,
    extension: () => host.extensions.all().map(({ id }) => id),
    server: () => host.mcpServers.map((server) => server.name),
  }[scope]();
  if (known.includes(name)) return;
  const codes = {
    agent: 'unknown_agent',
    extension: 'unknown_extension',
    server: 'unknown_mcp_server',
  } as const;
  throw new MortiseError(codes[scope], `"${name.slice(0, 100)}"${didYouMean(name, known)}`);
}
