import type { RuleTable } from '../rule.ts';

/** Groups of tools that a model loads and unloads inside its permission. */
export const DYNAMIC_TOOLKITS = {
  'M-1': {
    title: 'Configuration',
    from: 'MindRoom',
    status: 'built',
    says: [
      'At the top `toolkits: { name: { description, tools: [name | { name: overrides }] } }` and `defaults.tools`; per agent `tools`, `allowed_toolkits` and `initial_toolkits`.',
    ],
  },
  'M-2': {
    title: 'Control-plane tools',
    from: 'MindRoom',
    status: 'built',
    says: [
      'An agent with `allowed_toolkits` gets `list_toolkits()`, `load_tools(toolkit)` and `unload_tools(toolkit)` without listing them.',
    ],
  },
  'M-3': {
    title: 'The next request',
    from: 'MindRoom',
    status: 'built',
    says: [
      'A load or unload takes effect on the next request of the session; the surface of the current request does not move.',
      'A host may let a turn continue with the new surface, at most 4 times.',
    ],
  },
  'M-4': {
    title: 'Session state',
    from: 'MindRoom',
    status: 'built',
    says: [
      'State is kept per agent and session, in SQLite by default, so that a restart keeps it. Writes compare and set. Reads sanitise: what is no longer valid is dropped and said; a temporary cause (an extension is down) keeps the row.',
      'Initial toolkits are loaded at session start and sticky. Stickiness binds the agent, not the operator.',
    ],
  },
  'M-5': {
    title: 'Conflicts',
    from: 'MindRoom',
    status: 'built',
    says: [
      'The same tool with other overrides: the load is refused with both sets of overrides, and the right toolkit is blamed. Equal duplicates are merged.',
    ],
  },
  'M-6': {
    title: 'Validation at start-up',
    from: 'MindRoom',
    status: 'built',
    says: [
      'Rejected, with a message that names the configuration path: an unknown toolkit, an initial toolkit that is not allowed, a reserved tool (`delegate`, `dynamic_tools`, `self_config`) in a toolkit, an unknown tool, a tool twice in one toolkit, a shared-only tool with an isolating `worker_scope` (`user`, `user_agent`), an initial toolkit that conflicts with static tools.',
      'All offenders are collected, not only the first.',
    ],
  },
  'M-7': {
    title: 'Replies of the control plane',
    from: 'MindRoom',
    status: 'built',
    says: [
      'Replies are JSON with a `status`. List: `ok`. Load: `unknown`, `not_allowed`, `scope_incompatible`, `already_loaded`, `error` (no session), `conflict`, `loaded`. Unload: `unknown`, `not_allowed`, `sticky`, `not_loaded`, `error`, `unloaded`. They are checked in that order.',
      'A reply has `toolkit`, `loaded_toolkits`, and `takes_effect: "next_request"` where something will change.',
    ],
  },
  'M-8': {
    title: 'State per agent',
    from: 'MindRoom',
    status: 'built',
    says: ['Members of a team never see or erase each other’s state.'],
  },
  'M-9': {
    title: 'Worker scopes',
    from: 'MindRoom',
    status: 'built',
    says: [
      '`worker_scope` keys the isolates. `shared`: one per extension. `agent`, the default: one per extension and agent, so that agents with different powers share no memory; for [M-6](#m-6) it does not isolate. `user` and `user_agent`: one per that key, so that in-memory state of an extension cannot cross it.',
      'Stored data follows the same idea: per agent, unless the manifest asks for `shared` with a reason that the operator saw.',
    ],
  },
} as const satisfies RuleTable;
