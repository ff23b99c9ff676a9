import type { RuleTable } from '../rule.ts';

/** How an agent works with more tools than fit in front of its model. */
export const MANY_TOOLS = {
  'D-1': {
    title: 'Tool search',
    from: 'Mortise',
    status: 'planned',
    says: [
      '`tool_search`, `tool_describe`, `tool_call`: an agent that opts in sees these in place of schemas. Only what it is permitted can be found, the query is bounded, ranking is deterministic, what matched and what did not is said, and a call through them passes every gate as if it were direct.',
    ],
  },
  'D-2': {
    title: 'Code mode',
    from: 'Mortise',
    status: 'planned',
    says: [
      'The model writes JavaScript over the tools it is permitted. It runs in an isolate like an extension without a grant; each inner call is a call of that agent (gates, approvals, budget, audit), with limits on time, memory and calls. Types for the tools are given; nothing else is reachable.',
    ],
  },
  'D-3': {
    title: 'Large results',
    from: 'Mortise',
    status: 'planned',
    says: [
      'What is over the budget is kept, per session, bounded and expiring. The model gets the head, the tail, its size and a handle to read, page and search the rest through a core tool; never across sessions or users.',
    ],
  },
  'D-4': {
    title: 'What a surface costs',
    from: 'Mortise',
    status: 'partly',
    missing:
      'The CLI and the console show it per tool and agent, and what was never used; no bench compares whole tasks.',
    says: [
      '`tools --cost`, the console and the bench show what a surface costs in tokens, what each way saves over a whole task, and which tools were never used.',
    ],
  },
} as const satisfies RuleTable;
