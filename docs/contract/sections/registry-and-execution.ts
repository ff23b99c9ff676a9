import type { RuleTable } from '../rule.ts';

/** The tool registry and how it runs a batch of calls. */
export const REGISTRY_AND_EXECUTION = {
  'E-1': {
    title: 'The registry’s face',
    from: 'Ethos',
    status: 'built',
    says: [
      '`ToolRegistry` has `register(tool, { pluginId? })`, `registerAll`, `unregister(name)`, `get`, `getAvailable`, `getForToolset`, `executeParallel(calls, ctx, allowedTools?, filterOpts?, turnAttachments?)` and `toDefinitions(allowedTools?, filterOpts?)`, with the signatures of the reference.',
      '`DefaultToolRegistry(capabilityBackends?, reducerRegistry?)` implements it.',
    ],
  },
  'E-2': {
    title: 'A batch never throws',
    from: 'Ethos',
    status: 'built',
    says: [
      '`executeParallel` runs calls concurrently and returns results in the order of the input. It never throws: a failure is `{ ok: false, error, code }`.',
    ],
  },
  'E-3': {
    title: 'The order of the gates',
    from: 'Ethos',
    status: 'built',
    says: [
      'Budget split → unknown (`Unknown tool: …`, `not_available`) → allow list and filters (`… not permitted …`, `not_available`) → availability (`… not currently available`) → capability backends → dry run → budget of the call → capability resolution → execution → reducer → trim.',
    ],
  },
  'E-4': {
    title: 'The budget of a batch',
    from: 'Ethos',
    status: 'built',
    says: [
      '`perCallBudget = floor(resultBudgetChars / max(calls, 1))`; the default total is 80,000 characters; `maxResultChars` of a tool caps it.',
      'Better than the reference: refused calls return their share to the others. How exactly the rest of small results is shared out is not fixed, but no result ever exceeds its own cap.',
    ],
  },
  'E-4b': {
    title: 'What a cap covers',
    from: 'Mortise',
    status: 'built',
    says: [
      'A cap covers all that reaches the model: text, embedded resources, links, names, MIME types. Media counts by its own limit, in bytes.',
      'The order of content parts, their annotations and `_meta` survive the whole way.',
    ],
  },
  'E-5': {
    title: 'Trimming',
    from: 'Ethos',
    status: 'built',
    says: [
      'What is over its budget is cut and ends with `\\n[truncated — N chars total]`. The marker counts inside the budget, and surrogate pairs are never split.',
      '`structured` and cost survive. Error texts are trimmed too.',
    ],
  },
  'E-6': {
    title: 'The toolset gate',
    from: 'Ethos',
    status: 'built',
    says: [
      'A built-in tool (its name is not `mcp__*`, it has no `pluginId`) must be in `allowedTools` if that list is not empty. The raw method keeps this reading of the reference.',
      'The host passes `emptyAllowlist: "deny"`, and everywhere in a configuration `[]` means nothing and absent means no ceiling.',
    ],
  },
  'E-7': {
    title: '`alwaysInclude` and filters',
    from: 'Ethos',
    status: 'built',
    says: [
      '`alwaysInclude` passes the toolset gate and no other, in listing and in execution.',
      '`filterOpts` has `allowedMcpServers`, `allowedMcpTools`, `allowedPlugins` and `excludeTools`.',
    ],
  },
  'E-8': {
    title: '`isAvailable` that throws',
    from: 'Ethos',
    status: 'built',
    says: ['It hides that tool alone and is reported.'],
  },
  'E-9': {
    title: 'Dry run',
    from: 'Ethos',
    status: 'built',
    says: ['A synthetic result: nothing is executed, secrets are redacted, and all gates apply.'],
  },
  'E-10': {
    title: 'Capabilities',
    from: 'Ethos',
    status: 'built',
    says: [
      'A tool may declare `network`, `secrets`, `storage`, `fs_reach`, `process` and `attachments`. One that is declared without its own backend refuses the tool: it fails closed.',
      'The manifest of the extension must declare them, the operator must grant them, and the tool gets the intersection, no more.',
    ],
  },
  'E-11': {
    title: 'Result reducers',
    from: 'Ethos',
    status: 'built',
    says: [
      '`DefaultToolResultReducerRegistry`: `register(reducer)` returns a disposer and throws on a second reducer for one tool; `get` is exact. A disposer removes only its own entry, by identity.',
      'Reducers run after execution and before trim, and get `{ args, turnCount }`. One that throws leaves the result as it was, and is counted and logged.',
      'That holds for a reducer inside an extension too: the report of the call says what it did, with the size before and after.',
      'Enforced: the output is never longer than the input, a failure never becomes a success, `structured` and cost survive.',
    ],
  },
  'E-12': {
    title: 'Built-in reducers',
    from: 'Ethos',
    status: 'built',
    says: [
      'They ship with their tools: `terminal` (git status, test runs, package installs; head and tail past 8 KB), `read_file` (a size hint, 200 lines on a read without a range), `kanban_list` (counts per status and the top 5 open tickets past 10 items).',
      'They must not lie: `git status` in the long format with changes is not “clean”.',
    ],
  },
  'E-13': {
    title: 'Stable definitions',
    from: 'Ethos',
    status: 'built',
    says: [
      'A definition is `{ name, description, parameters }`. Definitions are byte-identical across turns while nothing changed, in a stable order, over a reload too.',
    ],
  },
  'E-14': {
    title: 'Checks and bounds of every call',
    from: 'Mortise',
    status: 'built',
    says: [
      'Beyond the reference: arguments are validated against the schema before the tool runs (`input_invalid`, with the path), and results are validated, against `outputSchema` too.',
      'Every call has a time-out, an abort signal that is checked before the start, and a concurrency limit. Two concurrent sessions never share context. The duration of each call is reported.',
      'A limit has one value: every part that enforces it reads the same resolved limits, and an operator can set each in the configuration, per extension, up to a hard ceiling.',
    ],
  },
} as const satisfies RuleTable;
