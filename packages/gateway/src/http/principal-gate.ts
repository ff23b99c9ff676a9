import type { ServerResponse } from 'node:http';
import { hasRole, type Principal, type Role, speaksFor } from '@mortise/contracts';
import type { Context, MiddlewareHandler } from 'hono';
import { ANONYMOUS, type Authenticator, LOCAL_CLIENT } from './authenticator.ts';
import type { ConsoleCookie } from './console/console-cookie.ts';
import { HttpProblem } from './http-problem.ts';
import type { OpenRequests } from './open-requests.ts';

/** What a door asks of who passes it. */
export interface DoorRule {
  readonly role: Role;
  /** Parameters of the path that name an agent: the principal must speak for each. */
  readonly agentParameters: readonly string[];
  /** It tells only of agents that the principal speaks for, or of none; false: one for all agents alone passes. */
  readonly isPerAgent: boolean;
}

/** What a client is told of how to get in, for the header `WWW-Authenticate`. */
export type Challenge = (path: string, missing?: Role) => string;

export interface PrincipalGateParts {
  readonly authenticator: Authenticator;
  readonly open: OpenRequests;
  readonly challenge: Challenge;
  /** Of a browser that is signed in to the console. */
  readonly cookie: ConsoleCookie;
  /** Where clients reach this server, without a slash at the end. */
  readonly url: string;
}

/** Who may pass which door: of the API and of MCP alike. */
export class PrincipalGate {
  readonly #parts: PrincipalGateParts;

  constructor(parts: PrincipalGateParts) {
    this.#parts = parts;
  }

  /** Lets pass who has the role, for the agents that the path names. */
  for(rule: DoorRule): MiddlewareHandler {
    return async (context, next) => {
      const principal = await this.#authenticate(context);
      if (principal === undefined) {
        const challenge = this.#parts.challenge(context.req.path);
        throw new HttpProblem(401, 'unauthorized', { headers: { 'WWW-Authenticate': challenge } });
      }
      this.#requireRight(principal, rule, context);
      this.#admit(context, principal);
      await next();
    };
  }

  /** Lets all pass, as who serves MCP without tokens asked for. */
  forLocalClients(): MiddlewareHandler {
    return async (context, next) => {
      this.#admit(context, LOCAL_CLIENT);
      await next();
    };
  }

  /** Who asks a door that is open to all. */
  async identify(context: Context): Promise<Principal> {
    // A probe is answered whatever is wrong with the state.
    return (await this.#authenticate(context).catch(() => undefined)) ?? ANONYMOUS;
  }

  async #authenticate(context: Context): Promise<Principal | undefined> {
    const { authenticator, url } = this.#parts;
    const found = await authenticator.authenticate({
      authorization: context.req.header('authorization') ?? this.#cookieOf(context),
      proof: context.req.header('dpop'),
      method: context.req.method,
      url: `${url}${context.req.path}`,
    });
    return 'fault' in found ? undefined : found;
  }

  /** Pages are for operators: MCP is not opened by what a browser keeps. */
  #cookieOf({ req }: Context): string | undefined {
    if (req.path.startsWith('/mcp/')) return undefined;
    const token = this.#parts.cookie.tokenOf((name) => req.header(name));
    return token === undefined ? undefined : `Bearer ${token}`;
  }

  #admit(context: Context, principal: Principal): void {
    const { outgoing } = context.env as { readonly outgoing?: ServerResponse };
    if (outgoing !== undefined) this.#parts.open.add(principal, outgoing);
    context.set(PRINCIPAL, principal);
  }

  /** An agent that is not there and one of others get the same answer. */
  #requireRight(principal: Principal, rule: DoorRule, context: Context): void {
    const refuse = (detail: string) => {
      const challenge = this.#parts.challenge(context.req.path, rule.role);
      const headers = { 'WWW-Authenticate': challenge };
      return new HttpProblem(403, 'forbidden', { detail, headers });
    };
    if (!hasRole(principal, rule.role)) throw refuse(`It needs the role "${rule.role}".`);
    if (principal.agents === 'all') return;
    const named = rule.agentParameters.map((name) => context.req.param(name) ?? '');
    const isOwn = named.every((agentId) => speaksFor(principal, agentId));
    if (!isOwn) throw refuse('It needs a token for this agent.');
    if (named.length === 0 && !rule.isPerAgent) throw refuse('It needs a token for all agents.');
  }
}

const PRINCIPAL = 'principal';

/** Who passed the gate of this request. */
export function principalOf(context: Context): Principal {
  return (context.get(PRINCIPAL) as Principal | undefined) ?? ANONYMOUS;
}
