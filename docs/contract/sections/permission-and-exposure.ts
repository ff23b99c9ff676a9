import type { RuleTable } from '../rule.ts';

/** How the surface of a request is decided: the phases, and what holds for all of them. */
export const PERMISSION_AND_EXPOSURE = {
  'P-0': {
    title: 'Admission of names',
    from: 'Mortise',
    status: 'built',
    says: [
      'Core tools take their names first, then extensions in the order of the configuration and, where that says nothing, of their ids.',
      'All names are one space ([F-2](#f-2)). A clash is skipped and reported; nothing is overwritten.',
      'Reason codes: `core_name_clash`, `extension_id_clash`, `extension_name_clash`.',
    ],
  },
  'P-1': {
    title: 'Deny',
    from: 'Mortise',
    status: 'built',
    says: [
      'The union of every layer’s `deny`, what a loadout disables, what a request excludes and what belongs to a disabled extension.',
      'Deny is absolute: it beats sticky toolkits, `alwaysInclude` and everything loaded.',
      'Reason code: `denied`.',
    ],
  },
  'P-2': {
    title: 'Scope',
    from: 'Mortise',
    status: 'built',
    says: [
      'A tool that must be shared is removed from an agent whose worker scope isolates ([M-9](#m-9)).',
      'Reason code: `scope_incompatible`.',
    ],
  },
  'P-3': {
    title: 'Optional tools',
    from: 'Mortise',
    status: 'built',
    says: [
      'A tool registered with `{ optional: true }` needs an operator who names it: its name, the id of its extension or `group:plugins` in an `allow` or `alsoAllow` list; or the static `tools`; or a toolkit in `allowed_toolkits`.',
      'It is never opened by `*`, a prefix, a category, a profile or a loadout.',
      'Reason code: `needs_opt_in`.',
    ],
  },
  'P-4': {
    title: 'Allow ceilings',
    from: 'Mortise',
    status: 'built',
    says: [
      'In this order: profile with `alsoAllow` → `tools` → `tools.byProvider` → agent → `byProvider` of the agent → `sandbox.tools` (sandboxed sessions) → parent (subagents); and, each for its own origin alone, the toolset (core tools), plugins (extension tools) and MCP servers (MCP tools).',
      'Every ceiling that is defined intersects; one that is not defined is no ceiling.',
      'Reason code: `not_allowed`, with the layer.',
    ],
  },
  'P-5': {
    title: 'Exposure',
    from: 'Mortise',
    status: 'built',
    says: [
      'The union of static tools, defaults, what the loadout activates, initial toolkits, loaded toolkits and `alwaysInclude`.',
      'An agent that configures neither static tools nor defaults, a loadout or toolkits exposes everything it is permitted.',
      'State: `active`, with the source.',
    ],
  },
  'P-5b': {
    title: 'What is not exposed',
    from: 'Mortise',
    status: 'built',
    says: [
      'The first that fits: in an allowed toolkit that is not loaded → `loadable`; matched by a discoverable pattern of the loadout → `discoverable`; else `hidden`.',
    ],
  },
  'P-6': {
    title: 'Overrides',
    from: 'Mortise',
    status: 'built',
    says: [
      'Overrides of the defaults and of the agent merge key by key; those of a toolkit must equal what is active.',
      'A load that differs is refused. A difference found while running quarantines that toolkit, and the agent goes on.',
      'Reason code: `conflict`.',
    ],
  },
  'P-7': {
    title: 'Availability',
    from: 'Mortise',
    status: 'built',
    says: [
      '`isAvailable`, capability backends and the health of the extension decide whether a tool is offered now. What is out of the offer keeps its state.',
      'Reason code: `unavailable`.',
    ],
  },
  'P-8': {
    title: 'Token budget',
    from: 'Mortise',
    status: 'built',
    says: [
      'If an agent has a budget, the measured tokens of its schemas are held against it. Tools are dropped by declared priority, control-plane tools never, and what was dropped is recorded.',
      'Reason code: `over_budget`.',
    ],
  },
  'P-10': {
    title: 'Permission only narrows',
    from: 'Mortise',
    status: 'built',
    says: [
      'Every layer takes away from what an agent may ever use. The one exception: an allow list opts in the optional tools it names.',
      'No sequence of load, unload and discover calls changes the permitted set, and nothing else that a model or a session does.',
    ],
  },
  'P-11': {
    title: 'Exposure stays inside permission',
    from: 'Mortise',
    status: 'built',
    says: [
      'Sources of exposure only add, and a model may move tools there.',
      '`active = admitted ∩ permitted ∩ exposed ∩ available`, so `active ⊆ permitted` always.',
    ],
  },
  'P-12': {
    title: 'One surface per request',
    from: 'Mortise',
    status: 'built',
    says: [
      'What is active is decided in one place, once per request, as one frozen tool surface with an epoch, a policy hash and a trace.',
      'Listing definitions and executing calls read the same surface, so they cannot disagree.',
    ],
  },
  'P-13': {
    title: 'A refusal has the reason of the trace',
    from: 'Mortise',
    status: 'built',
    says: [
      'A call to a tool that is not active in its epoch is refused with the same reason that the trace shows.',
    ],
  },
  'P-14': {
    title: 'Explain',
    from: 'Mortise',
    status: 'built',
    says: [
      '`explain(agent, tool)` answers for every registered tool and every skipped one: the ordered steps with phase, layer, rule, configuration path and verdict.',
      'All phases are evaluated, not only the first that blocks.',
      'Equal input gives byte-equal output, without time stamps.',
    ],
  },
  'P-15': {
    title: 'Diff and simulate',
    from: 'Mortise',
    status: 'built',
    says: ['`diff(a, b)` compares two agents or two configurations; `simulate` answers “what if”.'],
  },
  'P-16': {
    title: 'Who sees what',
    from: 'Mortise',
    status: 'built',
    says: [
      'Operators see everything. The model only ever sees what is active, loadable or discoverable.',
    ],
  },
} as const satisfies RuleTable;
