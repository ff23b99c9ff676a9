import type { RequirementSection } from '../requirement.ts';

/** C10.1 */
export const COMPONENT_INTEGRITY = {
  title: 'Integrity of components',
  requirements: {
    '10.1.1': {
      level: 1,
      asks: 'MCP components come from trusted sources only and are verified cryptographically.',
      status: 'partly',
      how: 'Extensions are pinned in `mortise.lock` by the hash of their files and of their bundle; what differs waits for approval.',
      missing:
        'A mounted MCP server is started as it is configured: neither its files, its definitions nor a publisher’s signature are pinned.',
      tests: [
        'packages/host/src/extensions/extension-lifecycle.test.ts',
        'packages/host/src/extensions/remembered-extensions.test.ts',
      ],
    },
    '10.1.2': {
      level: 2,
      asks: 'Only MCP servers on an allow list are used.',
      status: 'met',
      how: 'The servers of the configuration, and no other: neither a model nor an extension can add one, and an agent has none of their tools until it is given them.',
      tests: ['test/interop/mcp-client.test.ts'],
    },
    '10.1.3': {
      level: 2,
      asks: 'MCP servers that are started here run in a sandbox with least privilege.',
      status: 'not met',
      how: 'A mounted stdio server runs as the host’s account with an environment that the operator lists; put it into a container, or write it as an extension.',
    },
  },
} as const satisfies RequirementSection;
