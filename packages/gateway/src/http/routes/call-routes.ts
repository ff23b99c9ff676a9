import { hasRole } from '@mortise/contracts';
import { type Static, Type } from '@sinclair/typebox';
import type { ApiRoute } from '../api-route.ts';
import { HttpProblem } from '../http-problem.ts';
import { statedIn } from './agent-routes.ts';
import { SessionKey, StatedQuery } from './shapes.ts';

/** Less than programs wait for the head of an answer. */
const APPROVAL_WAIT_MS = 120_000;

const CallBody = Type.Object(
  {
    session: Type.Optional(SessionKey),
    dryRun: Type.Optional(Type.Boolean()),
    resultBudgetChars: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    approvalWaitMs: Type.Optional(
      Type.Integer({
        ...{ minimum: 0, maximum: 240_000 },
        description:
          'How long a call that needs approval waits before it is answered with `approval_pending`; 120000 if absent.',
      }),
    ),
    ...StatedQuery,
    calls: Type.Array(
      Type.Object(
        {
          id: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
          name: Type.String({ maxLength: 256 }),
          args: Type.Optional(Type.Unknown()),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 64 },
    ),
  },
  { additionalProperties: false },
);

const ResultShape = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    ok: Type.Boolean(),
    status: Type.String(),
    durationMs: Type.Number(),
  },
  { additionalProperties: true },
);

const StepsShape = Type.Array(
  Type.Object(
    { name: Type.String(), atMs: Type.Number(), ms: Type.Optional(Type.Number()) },
    { additionalProperties: true },
  ),
);

export const CALL_ROUTES: readonly ApiRoute[] = [
  {
    method: 'post',
    path: '/api/agents/{agent}/calls',
    operationId: 'executeCalls',
    role: 'call',
    summary: 'Runs calls side by side as one request of the agent, through every gate.',
    tag: 'calls',
    place: 'call',
    body: CallBody,
    response: Type.Object({ results: Type.Array(ResultShape) }),
    handle: async ({ params, body, signal, principal }, { host, newId }) => {
      const { session, calls, dryRun, resultBudgetChars, approvalWaitMs, ...stated } =
        body as Static<typeof CallBody>;
      const agent = host.agent(params['agent'] ?? '');
      const options = { principal, ...statedIn(stated) };
      const handle =
        session === undefined ? agent.withoutSession(options) : agent.session(session, options);
      const requested = calls.map(({ id = newId(), name, args = {} }) => ({ id, name, args }));
      const results = await handle.execute(requested, {
        signal,
        dryRun: dryRun === true,
        approvalWaitMs: approvalWaitMs ?? APPROVAL_WAIT_MS,
        ...(resultBudgetChars === undefined ? {} : { resultBudgetChars }),
      });
      return { results };
    },
  },
  {
    method: 'get',
    path: '/api/calls',
    operationId: 'listRecentCalls',
    role: 'view',
    isPerAgent: true,
    summary: 'The last calls, newest first, without arguments and results.',
    tag: 'calls',
    query: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
      after: Type.Integer({ minimum: 0, default: 0 }),
    }),
    response: Type.Object({
      calls: Type.Array(Type.Object({ sequence: Type.Integer() }, { additionalProperties: true })),
    }),
    handle: ({ query, principal }, { feed }) => ({
      calls: feed.recent(principal, {
        limit: Number(query['limit']),
        after: Number(query['after']),
      }),
    }),
  },
  {
    method: 'get',
    path: '/api/calls/running',
    operationId: 'listRunningCalls',
    role: 'view',
    isPerAgent: true,
    summary: 'Calls that have begun and not ended; known while a stream of events is open.',
    tag: 'calls',
    response: Type.Object({
      isFollowed: Type.Boolean({ description: 'False while no stream of events is open.' }),
      calls: Type.Array(
        Type.Object(
          { callId: Type.String(), sessionKey: Type.String(), at: Type.Number() },
          { additionalProperties: true },
        ),
      ),
    }),
    handle: ({ principal }, { events }) => ({
      isFollowed: events.journal !== undefined,
      calls: events.journal?.running(principal) ?? [],
    }),
  },
  {
    method: 'get',
    path: '/api/calls/{call}',
    operationId: 'getCall',
    role: 'view',
    isPerAgent: true,
    summary:
      'One of the last calls, step by step, if it ran while a stream of events was open; its arguments, without secrets, for operators.',
    tag: 'calls',
    response: Type.Object(
      {
        callId: Type.String(),
        toolName: Type.String(),
        status: Type.String(),
        at: Type.Number(),
        durationMs: Type.Number(),
        steps: StepsShape,
        shownArguments: Type.Optional(Type.String()),
      },
      { additionalProperties: true },
    ),
    handle: ({ params, principal }, { events }) => {
      const found = events.journal?.find(params['call'] ?? '', principal);
      if (found === undefined) throw new HttpProblem(404, 'unknown_call');
      const { shownArguments, ...rest } = found;
      return hasRole(principal, 'operate') ? found : rest;
    },
  },
];
