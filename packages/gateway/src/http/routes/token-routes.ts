import { type Principal, ROLE_NAMES } from '@mortise/contracts';
import { type Static, Type } from '@sinclair/typebox';
import type { ApiRoute } from '../api-route.ts';
import { HttpProblem } from '../http-problem.ts';

const Name = Type.String({ minLength: 1, maxLength: 256 });
const RoleName = Type.Union(ROLE_NAMES.map((name) => Type.Literal(name)));
const Agents = Type.Union([Type.Literal('all'), Type.Array(Name, { minItems: 1, maxItems: 100 })]);

const What = {
  roles: Type.Array(RoleName, { minItems: 1, maxItems: ROLE_NAMES.length }),
  agents: Agents,
  userId: Type.Optional(Name),
  name: Type.Optional(Name),
  provider: Type.Optional(Name),
  model: Type.Optional(Name),
  sandboxed: Type.Optional(Type.Boolean()),
  boundTo: Type.Optional(Name),
};

const CreateBody = Type.Object(
  {
    ...What,
    roles: Type.Optional(What.roles),
    lifetimeMs: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], {
        description: 'null for one that does not expire; 90 days if absent.',
      }),
    ),
  },
  { additionalProperties: false },
);

const TokenShape = Type.Object({
  ...What,
  id: Type.String(),
  createdAt: Type.Number(),
  createdBy: Type.String(),
  expiresAt: Type.Optional(Type.Number()),
  revokedAt: Type.Optional(Type.Number()),
  endsWith: Type.Optional(
    Type.String({ description: 'The id of another token: this one ends with it.' }),
  ),
});

export const TOKEN_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/tokens',
    operationId: 'listTokens',
    role: 'operate',
    summary: 'The tokens, those that ended too; never the tokens themselves.',
    tag: 'tokens',
    response: Type.Object({ tokens: Type.Array(TokenShape) }),
    handle: async (_request, { host }) => ({ tokens: await host.tokens.list() }),
  },
  {
    method: 'post',
    path: '/api/tokens',
    operationId: 'createToken',
    role: 'operate',
    summary: 'Makes a token and tells it this once.',
    tag: 'tokens',
    body: CreateBody,
    response: Type.Object({ token: Type.String(), record: TokenShape }),
    handle: ({ body, principal }, { host }) => {
      const { lifetimeMs, ...wanted } = body as Static<typeof CreateBody>;
      const lifetime =
        lifetimeMs === undefined ? {} : { lifetimeMs: lifetimeMs ?? Number.POSITIVE_INFINITY };
      return host.tokens.create({ ...wanted, ...lifetime }, principal);
    },
  },
  {
    method: 'post',
    path: '/api/tokens/{token}/revoke',
    operationId: 'revokeToken',
    role: 'operate',
    summary: 'From here on the token of this id opens nothing, and what it opened ends.',
    tag: 'tokens',
    response: Type.Object({ revoked: Type.String() }),
    handle: async ({ params, principal }, { host }) => {
      const id = params['token'] ?? '';
      await host.tokens.revoke(id, principal);
      return { revoked: id };
    },
  },
  {
    method: 'post',
    path: '/api/operator-token/rotate',
    operationId: 'rotateOperatorToken',
    role: 'operate',
    summary:
      'Writes a new operator token into the token file; the one before it opens nothing more.',
    tag: 'tokens',
    response: Type.Object({ file: Type.String() }),
    handle: async ({ principal }, { host, rotateToken }) => {
      if (rotateToken === undefined) {
        throw new HttpProblem(409, 'token_not_rotated');
      }
      recordRotation(host, principal);
      return { file: await rotateToken() };
    },
  },
];

function recordRotation(
  { audit }: { readonly audit: { recordAction(action: RotationAction): void } },
  principal: Principal,
): void {
  audit.recordAction({ principal, action: 'token.rotate', target: 'operator' });
}

interface RotationAction {
  readonly principal: Principal;
  readonly action: string;
  readonly target: string;
}
