import type { ServerResponse } from 'node:http';
import { hasRole, type Principal, type Role, speaksFor } from '@mortise/contracts';
import type { Context, MiddlewareHandler } from 'hono';
import { ANONYMOUS, type Authenticator } from './authenticator.ts';
import type { ConsoleCookie } from './console/console-cookie.ts';
import { HttpProblem } from './http-problem.ts';
import type { AnswerKind, OpenRequests } from './open-requests.ts';

/** What a route asks of who uses it. */
export interface RouteRule {
  readonly role: Role;
  /** Parameters of the path that name an agent: the principal must speak for each. */
  readonly agentParameters: readonly string[];
  /** It tells only of agents that the principal speaks for, or of none; false: one for all agents alone passes. */
  readonly isPerAgent: boolean;
  /** How it answers, for the day that the token is revoked; `whole` if absent. */
  readonly answer?: AnswerKind;
}

/** By what who asks is known. */
export interface Credentials {
  readonly authorization: string | undefined;
  /** That the token's key is there: the header `DPoP`. */
  readonly proof: string | undefined;
  readonly method: string;
  readonly path: string;
}

/** What a route looks at. */
export interface RouteRequest extends Credentials {
  /** Those that the path names. */
  readonly agents: readonly string[];
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

/** Who may use which route: of the API and of MCP alike. */
export class PrincipalGate {
  readonly #parts: PrincipalGateParts;

  constructor(parts: PrincipalGateParts) {
    this.#parts = parts;
  }

  /** Lets pass who has the role, for the agents that the path names. */
  for(rule: RouteRule): MiddlewareHandler {
    return async (context, next) => {
      const agents = rule.agentParameters.map((name) => context.req.param(name) ?? '');
      const { outgoing } = context.env as { readonly outgoing?: ServerResponse };
      const principal = await this.admit(rule, {
        ...this.#credentialsOf(context),
        agents,
      });
      if (outgoing !== undefined) {
        const leave = this.follow(principal, outgoing, rule.answer);
        outgoing.once('close', leave);
      }
      context.set(PRINCIPAL, principal);
      await next();
    };
  }

  /** Who asks, if a route is open to it. Rejects with `unauthorized`, `forbidden` or `token_store_failed`. */
  async admit(rule: RouteRule, request: RouteRequest): Promise<Principal> {
    const found = await this.#authenticate(request);
    if ('fault' in found) {
      const challenge = this.#parts.challenge(request.path);
      throw new HttpProblem(401, 'unauthorized', { headers: { 'WWW-Authenticate': challenge } });
    }
    this.#requireRight(found, rule, request);
    return found;
  }

  /** The same at once, if who asks is known; `undefined` if that has to be found out. Throws `forbidden`. */
  recognise(rule: RouteRule, request: RouteRequest): Principal | undefined {
    const known = this.#parts.authenticator.recognise(request.authorization);
    if (known !== undefined) this.#requireRight(known, rule, request);
    return known;
  }

  /** Ends the answer when what let its principal in is not good any more; until it is called back. */
  follow(principal: Principal, outgoing: ServerResponse, answer?: AnswerKind): () => void {
    return this.#parts.open.add(principal, outgoing, answer);
  }

  /** Who asks where a route is open to all. */
  async identify(context: Context): Promise<Principal> {
    // A probe is answered whatever is wrong with the state.
    const found = await this.#authenticate(this.#credentialsOf(context)).catch(() => ANONYMOUS);
    return 'fault' in found ? ANONYMOUS : found;
  }

  #authenticate({ path, ...shown }: Credentials): ReturnType<Authenticator['authenticate']> {
    const { authenticator, url } = this.#parts;
    return authenticator.authenticate({ ...shown, url: `${url}${path}` });
  }

  #credentialsOf({ req }: Context): Credentials {
    return {
      authorization: req.header('authorization') ?? this.#cookieOf(req),
      proof: req.header('dpop'),
      method: req.method,
      path: req.path,
    };
  }

  /** Pages are for operators: MCP, which has a listener of its own, is not opened by what a browser keeps. */
  #cookieOf(req: Context['req']): string | undefined {
    const token = this.#parts.cookie.tokenOf((name) => req.header(name));
    return token === undefined ? undefined : `Bearer ${token}`;
  }

  /** An agent that is not there and one of others get the same answer. */
  #requireRight(principal: Principal, rule: RouteRule, { path, agents }: RouteRequest): void {
    const detail = faultOf(principal, rule, agents);
    if (detail === undefined) return;
    const headers = { 'WWW-Authenticate': this.#parts.challenge(path, rule.role) };
    throw new HttpProblem(403, 'forbidden', { detail, headers, principalId: principal.id });
  }
}

/** What a principal lacks for a route that names these agents. */
function faultOf(
  principal: Principal,
  { role, isPerAgent }: RouteRule,
  named: readonly string[],
): string | undefined {
  if (!hasRole(principal, role)) return `It needs the role "${role}".`;
  if (principal.agents === 'all') return undefined;
  for (const agentId of named) {
    if (!speaksFor(principal, agentId)) return 'It needs a token for this agent.';
  }
  return named.length === 0 && !isPerAgent ? 'It needs a token for all agents.' : undefined;
}

const PRINCIPAL = 'principal';

/** Who passed the gate of this request. */
export function principalOf(context: Context): Principal {
  return (context.get(PRINCIPAL) as Principal | undefined) ?? ANONYMOUS;
}
