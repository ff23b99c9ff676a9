import type { RequirementSection } from '../requirement.ts';

/** C9.4 */
export const AGENT_IDENTITY = {
  title: 'Identity of agents and of the orchestrator',
  requirements: {
    '9.4.1': {
      level: 2,
      asks: 'Each agent has an identity of its own towards other systems.',
      status: 'met',
      how: 'With `identity` each agent has a key of its own and signs tokens for one audience and tool, which others check with the published keys; no credential of a user is used for it.',
      tests: [
        'test/interop/agent-identity.test.ts',
        'packages/host/src/identity/agent-keys.test.ts',
      ],
    },
    '9.4.2': {
      level: 2,
      asks: 'Actions are bound to the steps of the execution for non-repudiation.',
      status: 'met',
      how: 'Every call, decision and use of a capability is a record of a signed hash chain with who asked, the hashes of policy, definition and arguments, and its call.',
      tests: ['packages/host/src/audit/audit-chain.test.ts', 'test/faults/audit-tampering.test.ts'],
    },
    '9.4.3': {
      level: 3,
      asks: 'Credentials of agents rotate on a schedule.',
      status: 'met',
      how: 'Keys of agents change by themselves after `identity.rotate`, their tokens end after minutes; tokens of clients expire, are revoked at once, and an agent is stopped by one command.',
      tests: [
        'packages/host/src/identity/agent-keys.test.ts',
        'test/interop/ended-tokens.test.ts',
        'packages/host/src/assembly/stopped-host.test.ts',
      ],
    },
    '9.4.4': {
      level: 3,
      asks: 'State that agents keep is protected against change.',
      status: 'partly',
      how: 'State lies in a folder of this account alone that no grant reaches; what decides which code runs is signed, and damage is noticed.',
      missing: 'Rows of sessions and stored values are not signed.',
      tests: [
        'packages/host/src/assembly/own-files.test.ts',
        'packages/host/src/cache/folder-cache.test.ts',
      ],
    },
  },
} as const satisfies RequirementSection;
