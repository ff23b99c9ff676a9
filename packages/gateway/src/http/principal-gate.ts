import { hasRole, type Principal, type Role, speaksFor } from '@mortise/contracts';
import type { Context, MiddlewareHandler } from 'hono';
import { ANONYMOUS, type Authenticator } from './authenticator.ts';
import { HttpProblem } from './http-problem.ts';

/** What a door asks of who passes it. */
export interface DoorRule {
  readonly role: Role;
  /** Parameters of the path that name an agent: the principal must speak for each. */
  readonly agentParameters: readonly string[];
  /** It tells only of agents that the principal speaks for, or of none; false: one for all agents alone passes. */
  readonly isPerAgent: boolean;
}

/** Lets pass who has the role, for the agents that the path names; everything else is refused the same way. */
export function createPrincipalGate(
  authenticator: Authenticator,
  rule: DoorRule,
): MiddlewareHandler {
  return async (context, next) => {
    const principal = await authenticate(context, authenticator);
    if (principal === undefined) {
      throw new HttpProblem(401, 'unauthorized', { headers: { 'WWW-Authenticate': 'Bearer' } });
    }
    requireRight(principal, rule, context);
    context.set(PRINCIPAL, principal);
    await next();
  };
}

/** Who asks a door that is open to all. */
export async function identify(context: Context, authenticator: Authenticator): Promise<Principal> {
  return (await authenticate(context, authenticator)) ?? ANONYMOUS;
}

/** Who passed the gate of this request. */
export function principalOf(context: Context): Principal {
  return (context.get(PRINCIPAL) as Principal | undefined) ?? ANONYMOUS;
}

export function admit(context: Context, principal: Principal): void {
  context.set(PRINCIPAL, principal);
}

const PRINCIPAL = 'principal';

async function authenticate(
  context: Context,
  authenticator: Authenticator,
): Promise<Principal | undefined> {
  const found = await authenticator.authenticate(context.req.header('authorization'));
  return 'fault' in found ? undefined : found;
}

/** An agent that is not there and one of others get the same answer. */
function requireRight(principal: Principal, rule: DoorRule, context: Context): void {
  if (!hasRole(principal, rule.role)) {
    throw new HttpProblem(403, 'forbidden', { detail: `It needs the role "${rule.role}".` });
  }
  if (principal.agents === 'all') return;
  const named = rule.agentParameters.map((name) => context.req.param(name) ?? '');
  const isOwn = named.every((agentId) => speaksFor(principal, agentId));
  if (isOwn && (named.length > 0 || rule.isPerAgent)) return;
  const detail = isOwn ? 'It needs a token for all agents.' : 'It needs a token for this agent.';
  throw new HttpProblem(403, 'forbidden', { detail });
}
