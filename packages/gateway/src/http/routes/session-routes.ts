import type { Principal, SessionPage } from '@mortise/contracts';
import { type AgentHandle, type Host, type KeptSession, WorkSlices } from '@mortise/host';
import { Type } from '@sinclair/typebox';
import type { ApiRequest, ApiRoute } from '../api-route.ts';
import { HttpProblem } from '../http-problem.ts';
import { PageShape } from '../paging.ts';
import { openSession } from './agent-routes.ts';
import { DiagnosticShape, SessionUser } from './shapes.ts';

/** Sessions of an agent are kept for months: a page is what a person looks at. */
const MOST_LISTED = 200;

export const SESSION_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/agents/{agent}/sessions',
    operationId: 'listSessions',
    role: 'view',
    summary: 'Sessions of an agent of which something is kept, and what each has loaded.',
    tag: 'sessions',
    query: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: MOST_LISTED, default: 50 }),
      cursor: Type.Optional(Type.String({ maxLength: 2_048 })),
    }),
    response: Type.Object({
      sessions: Type.Array(
        Type.Object({
          session: Type.String(),
          userId: Type.Optional(Type.String()),
          loadedToolkits: Type.Array(Type.String()),
          usedAt: Type.Number({ description: 'Within minutes; wall clock in ms.' }),
        }),
      ),
      next: PageShape.next,
      isListed: Type.Boolean({ description: 'False if the store of sessions cannot tell.' }),
    }),
    handle: (request, { host }) => listSessions(request, host),
  },
  {
    method: 'get',
    path: '/api/agents/{agent}/sessions/{session}',
    operationId: 'getSession',
    role: 'view',
    summary: 'The toolkits of a session and the tools its next request will have.',
    tag: 'sessions',
    query: Type.Object({ user: SessionUser }),
    response: Type.Object({
      session: Type.String(),
      loadedToolkits: Type.Array(Type.String()),
      toolkits: Type.Array(
        Type.Object(
          { name: Type.String(), tool_names: Type.Array(Type.String()) },
          { additionalProperties: true },
        ),
      ),
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

async function listSessions({ params, query, principal }: ApiRequest, host: Host) {
  const { limit, cursor } = query as { readonly limit: number; readonly cursor?: string };
  const agent = host.agent(params['agent'] ?? '');
  const after = cursor === undefined ? {} : { after: readCursor(cursor) };
  const seen = await seenBy(principal, agent, { limit, ...after });
  const last = seen?.length === limit ? seen.at(-1) : undefined;
  return {
    isListed: seen !== undefined,
    sessions: (seen ?? []).map(({ key, userId, loadedToolkits, usedAt }) => ({
      ...{ session: key, loadedToolkits, usedAt },
      ...(userId === undefined ? {} : { userId }),
    })),
    ...(last === undefined ? {} : { next: writeCursor(last.storedKey) }),
  };
}

/**
 * A principal with a user sees the sessions of that user. Those of others are passed over here and not on the
 * page, because a cursor is the key of a session: one of another's would tell of it.
 */
async function seenBy(
  { userId }: Principal,
  agent: AgentHandle,
  { limit, after }: SessionPage,
): Promise<readonly KeptSession[] | undefined> {
  if (userId === undefined) return agent.sessions({ limit, ...(after !== undefined && { after }) });
  const seen: KeptSession[] = [];
  const slices = new WorkSlices();
  for (let behind = after; ; await slices.next()) {
    const page = { limit: MOST_LISTED, ...(behind !== undefined && { after: behind }) };
    const kept = await agent.sessions(page);
    if (kept === undefined) return undefined;
    seen.push(...kept.filter((each) => each.userId === userId));
    if (seen.length >= limit || kept.length < MOST_LISTED) return seen.slice(0, limit);
    behind = kept.at(-1)?.storedKey;
  }
}

/** Keys may hold what is no text; JSON keeps that. */
function writeCursor(storedKey: string): string {
  return Buffer.from(JSON.stringify(storedKey)).toString('base64url');
}

function readCursor(cursor: string): string {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (typeof key === 'string') return key;
  } catch {
    // Said below.
  }
  const detail = 'query.cursor: it is none of this list.';
  throw new HttpProblem(400, 'request_invalid', { detail });
}
