import { APPROVAL_STATE_NAMES, type Principal, speaksFor } from '@mortise/contracts';
import type { ApprovalListing, ApprovalView } from '@mortise/host';
import { type Static, Type } from '@sinclair/typebox';
import type { ApiParts, ApiRequest, ApiRoute } from '../api-route.ts';
import { eventFrame } from '../events/event-stream.ts';
import { HttpProblem } from '../http-problem.ts';

/** A request that waits for a change has a place of the API meanwhile; longer than proxies let it wait is of no use. */
const LONGEST_WAIT_S = 60;

const ApprovalShape = Type.Object(
  {
    id: Type.String(),
    hash: Type.String({ description: 'What is decided; name it to decide only what was seen.' }),
    state: Type.Union(APPROVAL_STATE_NAMES.map((name) => Type.Literal(name))),
    callers: Type.Integer({
      description:
        'Calls that wait for it in this host now, not in others on the same state; if none does anywhere, an approval lets the same call run that is made again.',
    }),
    tool: Type.String(),
    agent: Type.String(),
    session: Type.String(),
    args: Type.String({ description: 'Complete, as JSON in which nothing hides.' }),
    isRedacted: Type.Boolean({ description: 'Known secrets were taken out of what is shown.' }),
    reason: Type.String(),
    createdAt: Type.Number(),
    expiresAt: Type.Number(),
  },
  { additionalProperties: true },
);

const DecisionBody = Type.Object(
  {
    reason: Type.Optional(Type.String({ maxLength: 1_000 })),
    hash: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
);

const ApproveBody = Type.Object(
  {
    ...DecisionBody.properties,
    always: Type.Optional(
      Type.Boolean({
        description:
          'Write into the configuration that exactly this call of its agent needs no approval from now on; takes the role operate.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const APPROVAL_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/approvals',
    operationId: 'listApprovals',
    role: 'approve',
    isPerAgent: true,
    summary: 'Calls on hold, the oldest change first; with `wait`, what changes after `after`.',
    tag: 'approvals',
    query: Type.Object({
      state: Type.Union([Type.Literal('waiting'), Type.Literal('all')], { default: 'waiting' }),
      after: Type.Integer({ minimum: 0, default: 0 }),
      wait: Type.Integer({ minimum: 0, maximum: LONGEST_WAIT_S, default: 0 }),
      limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
    }),
    response: Type.Object({
      approvals: Type.Array(ApprovalShape),
      mark: Type.Integer({ description: 'The `after` of the next question.' }),
    }),
    handle: (request, { host }) => listApprovals(request, host),
  },
  {
    method: 'get',
    path: '/api/approvals/events',
    operationId: 'followApprovals',
    role: 'approve',
    isPerAgent: true,
    place: 'stream',
    summary:
      'Calls on hold as server-sent events `approval`: those that wait now, then every change. `Last-Event-ID` goes on where a client was.',
    tag: 'approvals',
    responseType: 'text/event-stream',
    response: Type.String(),
    handle: (request, parts) => followApprovals(request, parts),
  },
  {
    method: 'get',
    path: '/api/approvals/{approval}',
    operationId: 'getApproval',
    role: 'approve',
    isPerAgent: true,
    summary: 'One call on hold, with its complete arguments.',
    tag: 'approvals',
    response: ApprovalShape,
    handle: ({ params, principal }, { host }) => find(host, params['approval'], principal),
  },
  {
    method: 'post',
    path: '/api/approvals/{approval}/approve',
    operationId: 'approveCall',
    role: 'approve',
    isPerAgent: true,
    summary: 'Lets exactly this call run, once.',
    tag: 'approvals',
    body: ApproveBody,
    response: ApprovalShape,
    handle: (request, parts) => approve(request, parts),
  },
  {
    method: 'post',
    path: '/api/approvals/{approval}/deny',
    operationId: 'denyCall',
    role: 'approve',
    isPerAgent: true,
    summary: 'Refuses the call; an approval that was not used yet is taken back.',
    tag: 'approvals',
    body: DecisionBody,
    response: ApprovalShape,
    handle: ({ body, params, principal }, { host }) =>
      decide({ params, principal, host }, { verdict: 'denied', ...readDecision(body) }),
  },
];

type Host = ApiParts['host'];

async function listApprovals({ query, principal, signal }: ApiRequest, host: Host) {
  const { state, after, wait, limit } = query as {
    readonly state: string;
    readonly after: number;
    readonly wait: number;
    readonly limit: number;
  };
  const agentIds = principal.agents === 'all' ? {} : { agentIds: principal.agents };
  const asked = { ...agentIds, after, limit };
  if (wait > 0) return host.approvals.changes(asked, { signal, ms: wait * 1_000 });
  return state === 'all' ? host.approvals.list(asked) : host.approvals.waiting(asked);
}

/** So often a stream on which nothing happens says that it is alive, in ms. */
const ALIVE_MS = 15_000;

/** Those that wait, then every change, of the agents that the principal speaks for. */
function followApprovals(request: ApiRequest, parts: ApiParts): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const texts = approvalTexts(request, parts);
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { value, done } = await texts.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: async () => void (await texts.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}

async function* approvalTexts(
  { principal, header, signal }: ApiRequest,
  { host: { approvals }, isClosing }: ApiParts,
): AsyncGenerator<string, void, undefined> {
  const asked = principal.agents === 'all' ? {} : { agentIds: principal.agents };
  const known = readMark(header('last-event-id'));
  let before = known ?? 0;
  let listing =
    known === undefined ? await approvals.waiting(asked) : { approvals: [], mark: known };
  yield 'retry: 1000\n\n';
  while (!signal.aborted) {
    if (listing.approvals.length > 0) yield eventsOf(listing, before);
    before = listing.mark;
    if (isClosing()) return;
    const startedAt = performance.now();
    listing = await approvals.changes({ ...asked, after: before }, { signal, ms: ALIVE_MS });
    const isEarly = performance.now() - startedAt < ALIVE_MS / 2;
    // Nothing new before its time: the host ends, and would answer so again and again.
    if (listing.approvals.length === 0 && isEarly) return;
    if (listing.approvals.length === 0) yield ': still here\n\n';
  }
}

/** Only the last of several has their mark: a client that lost some of them asks for all again. */
function eventsOf({ approvals, mark }: ApprovalListing, before: number): string {
  const last = approvals.length - 1;
  return approvals
    .map((data, index) => eventFrame('approval', String(index === last ? mark : before), data))
    .join('');
}

function readMark(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** A hold of an agent that the principal does not speak for is not there. */
async function find(host: Host, id = '', principal: Principal): Promise<ApprovalView> {
  const approval = await host.approvals.show(id);
  if (!speaksFor(principal, approval.agent)) throw new HttpProblem(404, 'unknown_approval');
  return approval;
}

async function approve(request: ApiRequest, { host, keepException }: ApiParts) {
  const { body, params, principal } = request;
  const { always = false } = body as Static<typeof ApproveBody>;
  if (always && !principal.roles.includes('operate')) {
    const detail = 'Writing into the configuration takes the role "operate".';
    throw new HttpProblem(403, 'forbidden', { detail });
  }
  const decision = { verdict: 'approved', ...readDecision(body) } as const;
  const approval = await decide({ params, principal, host }, decision);
  if (!always) return approval;
  const reason = 'This host was started without a configuration file.';
  const kept = (await keepException?.(approval.id)) ?? { isKept: false, reason };
  host.audit.recordAction({
    ...{ principal, action: 'approval.always', target: approval.id },
    decision: kept.isKept ? 'allowed' : 'failed',
  });
  return { ...approval, isKept: kept.isKept, ...(kept.isKept ? {} : { notKept: kept.reason }) };
}

function readDecision(body: unknown): { readonly reason?: string; readonly hash?: string } {
  const { reason, hash } = (body ?? {}) as Static<typeof DecisionBody>;
  return { ...(reason === undefined ? {} : { reason }), ...(hash === undefined ? {} : { hash }) };
}

interface Decider extends Pick<ApiRequest, 'params' | 'principal'> {
  readonly host: Host;
}

async function decide(
  { params, principal, host }: Decider,
  decision: { readonly verdict: 'approved' | 'denied' },
): Promise<ApprovalView> {
  const { id } = await find(host, params['approval'], principal);
  return host.approvals.decide(id, { ...decision, principal, way: 'api' });
}
