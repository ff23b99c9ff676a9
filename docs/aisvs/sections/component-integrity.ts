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
        'The definitions of a mounted MCP server are pinned, its files and a publisher’s signature are not.',
      tests: [
        'packages/host/src/extensions/extension-lifecycle.test.ts',
        'packages/host/src/extensions/remembered-extensions.test.ts',
        'test/interop/pinned-servers.test.ts',
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
      status: 'met',
      how: 'The program of a mounted server runs in a jail of the kernel (Linux) with a home of its own: it reads the system, its package and what its arguments name, writes its own folder, and gets no secret that it was not given; files, folders and the network are declared per server. Where there is no jail, `doctor` says so, and `sandbox.jail: required` starts none.',
      tests: ['test/interop/hostile-servers.test.ts', 'test/interop/real-servers.test.ts'],
    },
  },
} as const satisfies RequirementSection;
