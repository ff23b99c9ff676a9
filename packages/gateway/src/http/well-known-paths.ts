/** Where clients look for the issuer of tokens, as RFC 9728 says. */
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** Where others look for who issued a token, as RFC 8414 and OpenID Connect say, and for its keys. */
export const IDENTITY_PATHS = {
  keys: '/.well-known/jwks.json',
  issuer: '/.well-known/oauth-authorization-server',
  openId: '/.well-known/openid-configuration',
} as const;
