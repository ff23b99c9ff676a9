import { hasRole, type TraceCarrier } from '@mortise/contracts';
import { readCarrier, type SessionHandle, type SessionResult } from '@mortise/host';
import { type Static, Type } from '@sinclair/typebox';
import { describeRefusal } from '../../mcp/describe-refusal.ts';
import { ApiAnswer } from '../api-answer.ts';
import type { ApiRequest, ApiRoute } from '../api-route.ts';
import { HttpProblem } from '../http-problem.ts';
import { statedIn } from './agent-routes.ts';
import { KindShape, SessionKey, StatedQuery } from './shapes.ts';

/** Less than programs wait for the head of an answer. */
const APPROVAL_WAIT_MS = 120_000;

const CallInput = Type.Object(
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
    once: Type.Optional(
      Type.Boolean({
        description:
          'The ids say which calls these are: asked for again with its id, of any host on the same state, a call runs no second time and is answered as it ended, for a day.',
      }),
    ),
    kind: Type.Optional(
      Type.Union(KindShape.anyOf, {
        description:
          'What the calls are of; tools if absent. A resource takes the values of its address.',
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
    body: CallInput,
    response: Type.Object({ results: Type.Array(ResultShape) }),
    handle: async (request, { host, newId }) => {
      const { params, body, signal, principal, place, header, setHeader } = request;
      const { session, calls, dryRun, once, resultBudgetChars, approvalWaitMs, kind, ...stated } =
        body as Static<typeof CallInput>;
      const agent = host.agent(params['agent'] ?? '');
      const options = { principal, ...statedIn(stated) };
      const handle =
        session === undefined ? agent.withoutSession(options) : agent.session(session, options);
      const requested = calls.map(({ id = newId(), name, args = {} }) => ({ id, name, args }));
      const trace = readTraceHeaders(header);
      const results = await handle.execute(requested, {
        signal,
        dryRun: dryRun === true,
        once: once === true,
        approvalWaitMs: approvalWaitMs ?? APPROVAL_WAIT_MS,
        ...(kind === undefined ? {} : { kind }),
        ...(resultBudgetChars === undefined ? {} : { resultBudgetChars }),
        ...(place === undefined ? {} : { place }),
        ...(trace === undefined ? {} : { trace }),
      });
      const shown = hasRole(principal, 'view') ? results : await hideDenied(results, handle);
      return answerResults(shown, { setHeader });
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

/** W3C trace context: the calls lie inside of the trace that the client follows. */
function readTraceHeaders(header: ApiRequest['header']): TraceCarrier | undefined {
  return readCarrier({ traceparent: header('traceparent'), tracestate: header('tracestate') });
}

/** Who may call and not look is told of tools that were denied what is said of those that are not there. */
async function hideDenied(
  results: readonly SessionResult[],
  handle: SessionHandle,
): Promise<readonly SessionResult[]> {
  if (results.every(({ ok }) => ok)) return results;
  const surface = await handle.surface();
  return results.map((result) => describeRefusal(result, result.name, surface));
}

/** What was refused for a time says when to come back; if all was, the answer is 429. */
function answerResults(
  results: readonly SessionResult[],
  { setHeader }: Pick<ApiRequest, 'setHeader'>,
): ApiAnswer | { readonly results: unknown } {
  const waits = results.flatMap((each) => (each.ok ? [] : (each.retryAfterMs ?? [])));
  if (waits.length === 0) return { results };
  setHeader('Retry-After', String(Math.max(1, Math.ceil(Math.min(...waits) / 1_000))));
  return results.every(isRateLimited) ? new ApiAnswer({ results }, 429) : { results };
}

function isRateLimited(result: SessionResult): boolean {
  return !result.ok && result.code === 'rate_limited';
}
