import type { RequirementSection } from '../requirement.ts';

/** C9.6 */
export const SHUTDOWN = {
  title: 'Shutdown',
  requirements: {
    '9.6.1': {
      level: 1,
      asks: 'A person can stop inference and outputs at once.',
      status: 'partly',
      how: '`mortise stop` ends every call at once, and results with it; what it had done by then is said to be unknown.',
      missing: 'The model runs elsewhere: what it infers is not stopped.',
      tests: [
        'packages/host/src/assembly/stopped-host.test.ts',
        'packages/cli/src/commands/stop.test.ts',
      ],
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
      status: 'met',
      how: '`mortise stop` writes the state by itself if no host answers, and every host on it obeys; signals and the operators’ API have places of their own that calls cannot fill.',
      tests: [
        'packages/cli/src/commands/stop.test.ts',
        'packages/host/src/assembly/stopped-host.test.ts',
        'packages/gateway/src/http/operator-api.test.ts',
      ],
    },
  },
} as const satisfies RequirementSection;
