import type { RequirementSection } from '../requirement.ts';

/** C9.6 */
export const SHUTDOWN = {
  title: 'Shutdown',
  requirements: {
    '9.6.1': {
      level: 1,
      asks: 'A person can stop inference and outputs at once.',
      status: 'partly',
      how: 'Closing the host or ending its process stops every call, and runners with it; an extension can be switched off.',
      missing: 'The model runs elsewhere, and there is no lasting stop switch yet (9.1.3).',
      tests: ['packages/host/src/assembly/draining-host.test.ts', 'test/interop/leaving.test.ts'],
    },
    '9.6.2': {
      level: 2,
      asks: 'What is not approved in time is blocked.',
      status: 'met',
      how: 'A held call that is not decided in its time is refused.',
      tests: ['packages/host/src/approvals/held-calls.test.ts'],
    },
    '9.6.3': {
      level: 3,
      asks: 'The switch uses a channel apart from the agent runtime.',
      status: 'partly',
      how: 'Signals, commands and the operators’ API have places of their own that calls cannot fill.',
      missing: 'It switches extensions and the host, not yet one agent.',
      tests: ['packages/gateway/src/http/operator-api.test.ts'],
    },
  },
} as const satisfies RequirementSection;
