import type { RequirementSection } from '../requirement.ts';

/** C9.5 */
export const AGENT_AUTHORIZATION = {
  title: 'Authorization and delegation',
  requirements: {
    '9.5.1': {
      level: 2,
      asks: 'Policies restrict which tools an agent calls and with which values.',
      status: 'met',
      how: 'Allow and deny lists decide tools, JSON Schema rules decide arguments, on the very value that the tool gets.',
      tests: [
        'packages/core/src/policy/policy.properties.test.ts',
        'packages/host/src/assembly/argument-rules.test.ts',
      ],
    },
    '9.5.2': {
      level: 2,
      asks: 'The context of the user goes along, with limited scope, to every call.',
      status: 'met',
      how: 'User and principal stand in every call, its session, storage, secrets and record. Towards others the agent signs a short token that names the user, the agent that acts, the tool and the scope; it is not a credential of the user.',
      tests: ['test/interop/agent-identity.test.ts', 'test/interop/user-secrets.test.ts'],
    },
    '9.5.3': {
      level: 2,
      asks: 'Access is decided by program logic, never by a model.',
      status: 'met',
      how: 'The resolver is a pure function of configuration, registry and request; a decision of the past is made again from its record.',
      tests: [
        'packages/core/src/policy/policy.properties.test.ts',
        'packages/host/src/audit/audit-why.test.ts',
      ],
    },
    '9.5.4': {
      level: 2,
      asks: 'Secrets do not reach what a model sees.',
      status: 'met',
      how: 'Secrets are put in where a request leaves, and taken out of results, progress, errors, logs and audit in many encodings.',
      tests: [
        'packages/host/src/brokers/planted-secret.test.ts',
        'packages/host/src/assembly/secrets-in-results.test.ts',
      ],
    },
    '9.5.5': {
      level: 2,
      asks: 'Delegation between agents needs a policy.',
      status: 'met',
      how: 'A subagent never gets more than its parent is permitted, whatever its own lists say.',
      tests: [
        'packages/core/src/loadouts/subagent-loadouts.test.ts',
        'packages/core/src/policy/policy.properties.test.ts',
      ],
    },
    '9.5.6': {
      level: 3,
      asks: 'Long sessions are checked against the policy in force at every privileged action.',
      status: 'met',
      how: 'Every call passes the gate of its request; an approval that waited is checked against tool and policy again, and a revoked token ends what it opened.',
      tests: [
        'packages/host/src/assembly/host-reload.test.ts',
        'test/interop/reloading.test.ts',
        'packages/host/src/approvals/changed-calls.test.ts',
      ],
    },
  },
} as const satisfies RequirementSection;
