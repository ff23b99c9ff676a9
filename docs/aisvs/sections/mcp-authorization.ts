import type { RequirementSection } from '../requirement.ts';

/** C10.2 */
export const MCP_AUTHORIZATION = {
  title: 'Authentication and authorization',
  requirements: {
    '10.2.1': {
      level: 1,
      asks: 'MCP servers check a token with each request.',
      status: 'met',
      how: 'Every request to MCP and the API is authenticated by itself; a session id opens nothing.',
      tests: ['test/interop/principals.test.ts', 'packages/gateway/src/http/authenticator.test.ts'],
    },
    '10.2.2': {
      level: 1,
      asks: 'Issuer, audience, expiry and scope of tokens are checked as OAuth 2.1 says.',
      status: 'met',
      how: 'With an issuer configured the host is a protected resource: JWTs are checked for issuer, audience, expiry and scope.',
      tests: ['test/interop/oauth.test.ts', 'test/interop/principals.test.ts'],
    },
    '10.2.3': {
      level: 1,
      asks: 'A resource server stores no tokens or credentials.',
      status: 'met',
      how: 'Of its own tokens the host keeps hashes; tokens of an issuer are checked and forgotten.',
      tests: ['test/ports/token-store.test.ts', 'test/interop/principals.test.ts'],
    },
    '10.2.4': {
      level: 2,
      asks: '`tools/list` has only what the scopes permit.',
      status: 'met',
      how: 'Listing and calling read one frozen surface of the agent that the token speaks for.',
      tests: ['test/interop/mcp-server.test.ts', 'test/interop/principals.test.ts'],
    },
    '10.2.5': {
      level: 2,
      asks: 'Each call is authorized for its tool and its arguments.',
      status: 'met',
      how: 'The gate, then the rules on arguments, for every call over every door.',
      tests: [
        'test/interop/principals.test.ts',
        'packages/host/src/assembly/argument-rules.test.ts',
      ],
    },
    '10.2.6': {
      level: 2,
      asks: 'What a session leaves is removed when it ends.',
      status: 'partly',
      how: 'Streams, conversations and isolates of a session end with it.',
      missing:
        'Its loaded toolkits are kept until `retention.sessions`, so that a client can come back.',
      tests: ['packages/gateway/src/mcp/conversation-pool.test.ts'],
    },
    '10.2.7': {
      level: 2,
      asks: 'Tokens of clients are not passed on.',
      status: 'met',
      how: 'No header of a client leaves: MCP servers and hosts get what the operator configured for them.',
      tests: ['test/interop/mcp-client.test.ts', 'test/interop/principals.test.ts'],
    },
  },
} as const satisfies RequirementSection;
