import { Type } from '@sinclair/typebox';
import type { ApiRoute } from '../api-route.ts';
import { openSession } from './agent-routes.ts';
import { DiagnosticShape } from './shapes.ts';

export const SESSION_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/agents/{agent}/sessions/{session}',
    operationId: 'getSession',
    role: 'view',
    summary: 'The toolkits of a session and the tools its next request will have.',
    tag: 'sessions',
    response: Type.Object({
      session: Type.String(),
      loadedToolkits: Type.Array(Type.String()),
      toolkits: Type.Array(Type.Object({ name: Type.String() }, { additionalProperties: true })),
      activeTools: Type.Array(Type.String()),
      diagnostics: Type.Array(DiagnosticShape),
    }),
    handle: async (request, { host }) => {
      const session = openSession(request, host);
      const { loaded_toolkits, toolkits } = await session.toolkits();
      const { active } = await session.surface();
      return {
        session: request.params['session'],
        loadedToolkits: loaded_toolkits,
        toolkits,
        activeTools: active.map(({ name }) => name),
        diagnostics: await session.diagnostics(),
      };
    },
  },
];
