import type { RequirementSection } from '../requirement.ts';

/** C10.3 */
export const MCP_TRANSPORT = {
  title: 'Transport',
  requirements: {
    '10.3.1': {
      level: 1,
      asks: 'Remote MCP is authenticated, encrypted streamable HTTP.',
      status: 'partly',
      how: 'Streamable HTTP with a token; it listens on this machine only unless told otherwise.',
      missing: 'TLS is a proxy’s: the host speaks plain HTTP.',
      tests: ['test/interop/mcp-server.test.ts'],
    },
    '10.3.2': {
      level: 1,
      asks: 'stdio is for controlled local use only.',
      status: 'met',
      how: '`mortise mcp` is one agent on standard input of the account that starts it; a stdio server is started only if the configuration names it.',
      tests: [
        'test/interop/leaving-stdio.test.ts',
        'packages/gateway/src/mcp-client/process-transport.test.ts',
      ],
    },
    '10.3.3': {
      level: 2,
      asks: 'Origin and Host are both checked.',
      status: 'met',
      how: 'Requests with a foreign Host or Origin are refused before anything is read.',
      tests: ['test/interop/endpoint-abuse.test.ts'],
    },
    '10.3.4': {
      level: 2,
      asks: 'Clients insist on a lowest protocol version.',
      status: 'partly',
      how: 'Versions that the SDK does not know are refused.',
      missing: 'There is no setting for a lowest one.',
      tests: ['test/interop/mcp-conformance.test.ts'],
    },
    '10.3.5': {
      level: 3,
      asks: 'Tokens are bound to their sender by mTLS or DPoP.',
      status: 'met',
      how: 'A token of the host or of an issuer that is bound to a key is taken with a DPoP proof of that key for the very request, once; `oauth.dpop: required` takes no other.',
      tests: ['test/interop/bound-tokens.test.ts', 'packages/gateway/src/http/dpop-proofs.test.ts'],
    },
  },
} as const satisfies RequirementSection;
