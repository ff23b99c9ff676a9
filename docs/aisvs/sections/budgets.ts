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
      status: 'partly',
      how: 'Characters of results per turn, tokens of the tool list and calls in flight are bounded.',
      missing: 'Money and the tokens of the model are the agent’s: the host sees neither.',
      tests: ['packages/core/src/pipeline/allot-budget.test.ts'],
    },
    '9.1.3': {
      level: 2,
      asks: 'A switch stops all agents at once.',
      status: 'not met',
      how: 'Closing the host ends everything in order; a switch that stops calls and survives a restart (T-6) has its place in the pipeline and no store yet.',
    },
  },
} as const satisfies RequirementSection;
