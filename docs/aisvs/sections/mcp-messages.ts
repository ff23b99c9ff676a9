import type { RequirementSection } from '../requirement.ts';

/** C10.4 */
export const MCP_MESSAGES = {
  title: 'Schemas, messages and input',
  requirements: {
    '10.4.1': {
      level: 1,
      asks: 'Lists and results are checked against their schemas before a model reads them.',
      status: 'met',
      how: 'Definitions of a server are read by shape, names and sizes; results by the declared content parts and the output schema.',
      tests: [
        'packages/gateway/src/mcp-client/interpret-remote-result.test.ts',
        'test/interop/mcp-client.test.ts',
      ],
    },
    '10.4.2': {
      level: 1,
      asks: 'They are screened for indirect prompt injection.',
      status: 'partly',
      how: 'What hides in a text (invisible, bidirectional and control characters) is made visible in descriptions and results.',
      missing: 'Words are not judged.',
      tests: ['packages/host/src/assembly/hidden-texts.test.ts'],
    },
    '10.4.3': {
      level: 1,
      asks: 'Unknown or oversized parameters are rejected.',
      status: 'met',
      how: 'Arguments are held to the tool’s schema and to limits of size and depth.',
      tests: ['test/interop/message-limits.test.ts', 'test/faults/limits/limits.test.ts'],
    },
    '10.4.4': {
      level: 2,
      asks: 'Servers enforce strict schemas.',
      status: 'met',
      how: 'Every message, route and argument has a schema; what does not fit is refused with a code.',
      tests: ['test/interop/mcp-conformance.test.ts', 'test/interop/endpoint-abuse.test.ts'],
    },
    '10.4.5': {
      level: 2,
      asks: 'Transports bound the size of messages.',
      status: 'met',
      how: 'Bodies, messages of servers and answers over HTTP and stdio have limits.',
      tests: [
        'test/interop/message-limits.test.ts',
        'packages/gateway/src/mcp-client/bounded-fetch.test.ts',
      ],
    },
    '10.4.6': {
      level: 2,
      asks: 'Responses are signed with nonce and time.',
      status: 'met',
      how: 'With `identity.signResults` each result is signed by the agent’s key over its hash, the request, who asked, a number of its own, the nonce that the client sent, and the time.',
      tests: ['test/interop/agent-identity.test.ts'],
    },
    '10.4.7': {
      level: 2,
      asks: 'Installing a local server asks for consent and can be cancelled.',
      status: 'partly',
      how: '`mortise add` of an extension shows what it asks for and waits for a yes; `mortise mcp approve` shows every tool of a server and what its program reaches, and waits for a yes.',
      missing: 'A server that was never approved works, and is only said.',
      tests: [
        'packages/host/src/extensions/extension-lifecycle.test.ts',
        'packages/cli/src/commands/mcp-servers.test.ts',
      ],
    },
    '10.4.8': {
      level: 3,
      asks: 'A changed definition needs approval before it is called.',
      status: 'met',
      how: 'A changed definition of an extension, and of an MCP server that was approved, waits with its difference until it is approved; the approved one goes on. A held call is bound to the definition that was shown.',
      tests: [
        'packages/host/src/extensions/hostile-updates.test.ts',
        'packages/host/src/approvals/changed-calls.test.ts',
        'test/interop/pinned-servers.test.ts',
      ],
    },
  },
} as const satisfies RequirementSection;
