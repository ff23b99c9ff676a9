import type { OAuthConfig, Role } from '@mortise/contracts';
import { Hono } from 'hono';
import { answerUnknownRoute } from './create-api.ts';
import { DPOP_ALGORITHMS } from './dpop-proofs.ts';
import { STANDARD_SCOPES } from './issuer-tokens.ts';
import type { Challenge } from './principal-gate.ts';
import { RESOURCE_METADATA } from './well-known-paths.ts';

export interface ResourceParts {
  readonly config: () => OAuthConfig | undefined;
  /** Where this server is reached, without a slash at the end. */
  readonly url: string;
}

/** Tells clients which issuer to ask for a token, as RFC 9728 says; nothing while no issuer is configured. */
export function createResourceMetadata({ config, url }: ResourceParts): Hono {
  const app = new Hono();
  const describe = (oauth: OAuthConfig, resource: string) => ({
    resource,
    authorization_servers: [oauth.issuer],
    scopes_supported: Object.keys(oauth.scopes ?? STANDARD_SCOPES),
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: [...DPOP_ALGORITHMS],
    ...(oauth.dpop === 'required' ? { dpop_bound_access_tokens_required: true } : {}),
    resource_name: 'Mortise',
  });
  app.get(RESOURCE_METADATA, (context) => {
    const oauth = config();
    return oauth === undefined ? answerUnknownRoute(context) : context.json(describe(oauth, url));
  });
  // The same for every name: whether there is such an agent is told to those with a token.
  app.get(`${RESOURCE_METADATA}/mcp/:agent`, (context) => {
    const oauth = config();
    const agent = encodeURIComponent(context.req.param('agent'));
    return oauth === undefined
      ? answerUnknownRoute(context)
      : context.json(describe(oauth, `${url}/mcp/${agent}`));
  });
  return app;
}

/**
 * How to get in, for `WWW-Authenticate`: as RFC 9449 says with a proof too, or with one alone if tokens must be bound.
 * `Bearer` comes first: clients that know no other scheme look at the beginning. Only that while no issuer is configured.
 */
export function createChallenge({ config, url }: ResourceParts): Challenge {
  return (path, missing) => {
    const oauth = config();
    if (oauth === undefined) return 'Bearer';
    const suffix = /^\/mcp\/[\w.~%-]{1,300}$/.test(path) ? path : '';
    const metadata = `resource_metadata="${url}${RESOURCE_METADATA}${suffix}"`;
    const facts =
      missing === undefined
        ? `${metadata}, scope="${scopeOf(oauth, 'call')}"`
        : `error="insufficient_scope", scope="${scopeOf(oauth, missing)}", ${metadata}`;
    const proven = `DPoP ${facts}, algs="${DPOP_ALGORITHMS.join(' ')}"`;
    return oauth.dpop === 'required' ? proven : `Bearer ${facts}, ${proven}`;
  };
}

/** The scopes that give a role. */
function scopeOf({ scopes = STANDARD_SCOPES }: OAuthConfig, role: Role): string {
  const names = Object.keys(scopes).filter((scope) => scopes[scope] === role);
  return names.filter((name) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(name)).join(' ');
}
