import { type TUnsafe, Type } from '@sinclair/typebox';
import { ROLE_NAMES, type Role } from '../principal.ts';
import { value } from './config-key.ts';
import { closed, mapOf, names } from './config-schemas.ts';

/** The authorization server whose tokens are accepted, and what they may do here. */
export interface OAuthConfig {
  readonly issuer: string;
  readonly agents: 'all' | readonly string[];
  readonly audience?: string;
  readonly scopes?: { readonly [scope: string]: Role };
  readonly user_claim?: string;
  readonly agents_claim?: string;
  readonly jwks_uri?: string;
  readonly dpop?: 'allowed' | 'required';
}

const address = (description: string) =>
  Type.String({ pattern: '^https?://[^\\s/]', maxLength: 2_000, description });

const OAuthConfig: TUnsafe<OAuthConfig> = Type.Unsafe(
  Type.Object(
    {
      issuer: address(
        'The issuer, exactly as its tokens name it. https, unless it is on this machine.',
      ),
      agents: Type.Union([Type.Literal('all'), names('The agents.')], {
        description: 'The agents that tokens of this issuer may speak for: a list, or `all`.',
      }),
      audience: Type.Optional(
        Type.String({
          minLength: 1,
          description:
            'What the tokens must be for, besides the addresses of this server and its agents.',
        }),
      ),
      scopes: Type.Optional(
        mapOf(
          Type.Union(ROLE_NAMES.map((name) => Type.Literal(name))),
          'The role of each scope; `mortise:call`, `mortise:view`, `mortise:approve` and `mortise:operate` if absent.',
        ),
      ),
      user_claim: Type.Optional(
        Type.String({
          minLength: 1,
          description: 'The claim that names the user; `sub` if absent.',
        }),
      ),
      agents_claim: Type.Optional(
        Type.String({
          minLength: 1,
          description:
            'A claim that lists agents: a token speaks for those of `agents` that it names, and for none without the claim.',
        }),
      ),
      jwks_uri: Type.Optional(
        address('Where the keys of the issuer are; asked of the issuer if absent.'),
      ),
      dpop: Type.Optional(
        Type.Union([Type.Literal('allowed'), Type.Literal('required')], {
          description:
            '`required` refuses tokens that are bound to no key of their client (RFC 9449). One that is bound is never taken without its proof.',
        }),
      ),
    },
    { ...closed, description: 'Accept the access tokens of an OAuth authorization server.' },
  ),
);

/** `oauth` at the top of a configuration. */
export const oauthSettings = value(['oauth'], OAuthConfig);
