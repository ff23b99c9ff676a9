import { type Principal, ROLE_NAMES } from '@mortise/contracts';
import { type Static, Type } from '@sinclair/typebox';
import type { ApiParts, ApiRoute } from '../api-route.ts';
import type { ConsoleSessions, SignedIn } from '../console/console-sessions.ts';
import { HttpProblem } from '../http-problem.ts';

const Name = Type.String({ minLength: 1, maxLength: 256 });
const Roles = Type.Array(Type.Union(ROLE_NAMES.map((name) => Type.Literal(name))), {
  minItems: 1,
  maxItems: ROLE_NAMES.length,
});
const Agents = Type.Union([Type.Literal('all'), Type.Array(Name, { minItems: 1, maxItems: 100 })]);

const WhoShape = Type.Object({
  isSignedIn: Type.Boolean(),
  id: Type.Optional(Type.String()),
  roles: Type.Optional(Roles),
  agents: Type.Optional(Agents),
  userId: Type.Optional(Type.String()),
  expiresAt: Type.Optional(Type.Number()),
});

const SignInBody = Type.Union([
  Type.Object({ code: Type.String({ maxLength: 128 }) }, { additionalProperties: false }),
  Type.Object(
    { token: Type.String({ minLength: 1, maxLength: 4_096 }) },
    { additionalProperties: false },
  ),
]);

const LinkBody = Type.Object(
  {
    roles: Type.Optional(Roles),
    agents: Type.Optional(Agents),
    userId: Type.Optional(Name),
  },
  { additionalProperties: false },
);

/** Signing in to the console. A page sends its key in `x-mortise-console` with every request. */
export const CONSOLE_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/console/session',
    operationId: 'getConsoleSession',
    role: 'public',
    summary: 'Who this browser or token is, and what it may do.',
    tag: 'console',
    response: WhoShape,
    handle: ({ principal }) => describeWho(principal),
  },
  {
    method: 'post',
    path: '/api/console/session',
    operationId: 'signIn',
    role: 'public',
    summary: 'Signs a browser in, with the code of a link (which is used up) or with a token.',
    tag: 'console',
    body: SignInBody,
    response: Type.Composite([WhoShape, Type.Object({ key: Type.String() })]),
    handle: async ({ body, setHeader }, parts) => {
      const { principal, key, setCookie } = await signIn(
        body as Static<typeof SignInBody>,
        requireSessions(parts),
      );
      setHeader('Set-Cookie', setCookie);
      return { ...describeWho(principal), key };
    },
  },
  {
    method: 'delete',
    path: '/api/console/session',
    operationId: 'signOut',
    role: 'public',
    summary: 'Signs this browser out; the token that signing in made is revoked.',
    tag: 'console',
    response: WhoShape,
    handle: async ({ principal, setHeader }, parts) => {
      setHeader('Set-Cookie', await requireSessions(parts).close(principal));
      return { isSignedIn: false };
    },
  },
  {
    method: 'post',
    path: '/api/console/links',
    operationId: 'makeSignInLink',
    role: 'operate',
    summary: 'A link that signs a browser in once, with these roles or as operator.',
    tag: 'console',
    body: LinkBody,
    response: Type.Object({ url: Type.String(), expiresAt: Type.Number() }),
    handle: ({ body, principal }, parts) => {
      const { roles = ['operate'], agents = 'all', userId } = body as Static<typeof LinkBody>;
      const wish = { roles, agents, ...(userId === undefined ? {} : { userId }) };
      return requireSessions(parts).link(wish, principal);
    },
  },
];

/** Throws `sign_in_refused`, the same for whatever is wrong with it. */
async function signIn(
  body: Static<typeof SignInBody>,
  sessions: ConsoleSessions,
): Promise<SignedIn> {
  const signedIn =
    'code' in body
      ? await sessions.openWithCode(body.code)
      : await sessions.openWithToken(body.token);
  if (signedIn === undefined) throw new HttpProblem(401, 'sign_in_refused');
  return signedIn;
}

function requireSessions({ consoleSessions }: ApiParts): ConsoleSessions {
  if (consoleSessions === undefined) throw new HttpProblem(404, 'route_unknown');
  return consoleSessions;
}

/** What the page needs to show what this person can do, and no more. */
function describeWho({ id, roles, agents, userId, expiresAt }: Principal): Static<typeof WhoShape> {
  if (roles.length === 0) return { isSignedIn: false };
  return {
    ...{ isSignedIn: true, id, roles: [...roles] },
    agents: agents === 'all' ? 'all' : [...agents],
    ...(userId === undefined ? {} : { userId }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}
