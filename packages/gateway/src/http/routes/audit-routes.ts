import { AUDIT_DECISIONS, AUDIT_KINDS, type AuditKind } from '@mortise/contracts';
import type { AuditQuery } from '@mortise/host';
import { Type } from '@sinclair/typebox';
import type { ApiRoute } from '../api-route.ts';

const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 500, description }));
const number = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));
const KINDS = Object.keys(AUDIT_KINDS) as readonly AuditKind[];

const Records = Type.Array(Type.Record(Type.String(), Type.Unknown()));

/** Reading the audit log, for those who may view everything. */
export const AUDIT_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/audit',
    operationId: 'searchAudit',
    summary: 'Records of the audit log, the newest first, a page at a time.',
    tag: 'audit',
    role: 'view',
    query: Type.Object({
      callId: text('The id of a call.'),
      agentId: text('The agent that asked.'),
      userId: text('The user it asked for.'),
      principalId: text('Who asked: the id of a token, operator, embedder or os:<user>.'),
      toolName: text('The tool.'),
      extensionId: text('The extension.'),
      action: text('A capability such as network, or an action such as network.fetch.'),
      kind: Type.Optional(Type.Union(KINDS.map((kind) => Type.Literal(kind)))),
      decision: Type.Optional(Type.Union(AUDIT_DECISIONS.map((each) => Type.Literal(each)))),
      since: number('Wall clock in ms.'),
      until: number('Wall clock in ms.'),
      before: number('`next` of the page before.'),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    }),
    response: Type.Object({ records: Records, next: Type.Optional(Type.Integer()) }),
    // The schema above is that of a query.
    handle: ({ query }, { host }) => host.audit.search(query as AuditQuery),
  },
  {
    method: 'get',
    path: '/api/audit/verify',
    operationId: 'verifyAudit',
    summary: 'Walks the chain of the audit log and names the first broken link.',
    tag: 'audit',
    role: 'view',
    response: Type.Object({ isIntact: Type.Boolean() }, { additionalProperties: true }),
    handle: ({ signal }, { host }) => host.audit.verify({ signal }),
  },
  {
    method: 'get',
    path: '/api/audit/calls/{call}',
    operationId: 'explainCall',
    summary: 'Makes the decision on a call of the past again, from the policy of then.',
    tag: 'audit',
    role: 'view',
    response: Type.Object({ verdict: Type.String() }, { additionalProperties: true }),
    handle: ({ params }, { host }) => host.audit.why(params['call'] ?? ''),
  },
];
