import type { RequirementSection } from '../requirement.ts';

/** C9.1 */
export const BUDGETS = {
  title: 'Budgets, loops and circuit breakers',
  requirements: {
    '9.1.1': {
      level: 1,
      asks: 'Each tool has quotas and time-outs.',
      status: 'met',
      how: 'Time, CPU, memory, calls in flight and sizes of arguments and results have limits for every tool; what goes over is ended.',
      tests: [
        'packages/sandbox/src/sandbox-limits.test.ts',
        'packages/host/src/assembly/limits-in-force.test.ts',
        'test/faults/limits/limits.test.ts',
      ],
    },
    '9.1.2': {
      level: 1,
      asks: 'Each execution has budgets of depth, tokens and money that the runtime enforces.',
      status: 'met',
      how: 'Rates give each client, user, agent or session a budget of calls, of calls at the same time, of tokens of results and of money as tools report it; a turn has one of characters. Tools cannot call tools, so there is no depth. What a model itself spends is spent where it runs.',
      tests: [
        'packages/host/src/assembly/rated-host.test.ts',
        'test/interop/rates.test.ts',
        'packages/core/src/pipeline/allot-budget.test.ts',
      ],
    },
    '9.1.3': {
      level: 2,
      asks: 'A switch stops all agents at once.',
      status: 'met',
      how: '`mortise stop --all` ends the calls that run, refuses those that come, holds on every host of the state and after a restart, and only a person lifts it.',
      tests: [
        'packages/host/src/assembly/stopped-host.test.ts',
        'packages/cli/src/commands/stop.test.ts',
      ],
    },
  },
} as const satisfies RequirementSection;
