import type { RuleTable } from '../rule.ts';

/** What an extension is, and how operators decide which agent gets which of its tools. */
export const EXTENSIONS_AND_ACCESS = {
  'F-1': {
    title: 'The shape of an extension',
    from: 'Fased',
    status: 'built',
    says: [
      'A default export `function (api) { api.registerTool(tool, { optional? }) }`, or `defineExtension`.',
      '`parameters` is TypeBox (`Type.Object(…)`) or plain JSON Schema; `execute(id, params, ctx)` returns `{ content: [{ type: "text", text }] }`.',
      '`registerTool` also takes a factory `(ctx) => tool | tool[] | null`. Only the literal `true` makes a tool optional.',
    ],
  },
  'F-2': {
    title: 'One space of names',
    from: 'Fased',
    status: 'built',
    says: [
      'A tool whose name clashes with a core name is skipped with a diagnostic, and the other tools of its extension live. Case is folded; aliases and the control-plane names `delegate`, `dynamic_tools` and `self_config` are reserved.',
      'Between extensions the first wins. An extension whose id is the name of a core tool is blocked. An optional tool reserves its name even while it is hidden.',
      'Core names, ids of extensions and names of their tools are one space (an extension’s own id excepted): a tool named like an earlier extension’s id is skipped, an extension whose id is an earlier extension’s tool is blocked. So no extension can capture an allow list by choosing a name.',
    ],
  },
  'F-3': {
    title: 'Optional tools are opt-in',
    from: 'Fased',
    status: 'built',
    says: ['They are never enabled automatically; [P-3](#p-3) says what names them.'],
  },
  'F-4': {
    title: 'What allow lists take',
    from: 'Fased',
    status: 'built',
    says: [
      '`agents.list[].tools.allow` and the global `tools.allow` take names of tools, ids of extensions, `group:plugins` and other groups.',
    ],
  },
  'F-5': {
    title: 'Opt-in lists and ceilings',
    from: 'Fased',
    status: 'built',
    says: [
      'An allow list in which every entry is proven to belong to extensions (the exact name of a registered extension tool, the id of an extension, `group:plugins`) is an opt-in: it acts as `alsoAllow` of its scope. Core tools stay, the profile is widened by what it names, no other layer is pierced.',
      'Any other list is a ceiling, and an entry that is not resolved never opens anything. The trace names the mode of each list.',
      '`alsoAllow` opts in and widens the profile (there, an agent’s replaces the global one); it never pierces the allow or deny of another layer.',
    ],
  },
  'F-5b': {
    title: 'Least privilege by default',
    from: 'Mortise',
    status: 'built',
    says: [
      'A configuration that Mortise writes starts from a profile that holds nothing, and allowing one tool makes exactly that tool active.',
      'Every command that changes a list, adds or removes an extension shows first what changes for which agent, refuses a selector that matches nothing, and says when a list turns from opt-in to ceiling or back.',
    ],
  },
  'F-6': {
    title: 'Profiles, providers, sandboxed sessions',
    from: 'Fased',
    status: 'built',
    says: [
      '`tools.profile` and the agent’s `tools.profile` are a base allow list; the agent’s replaces the global one. Built-in profiles are data (selectors), and operators may define their own.',
      '`tools.byProvider` is keyed by provider or provider/model: the longer key replaces the shorter, case is folded. `tools.sandbox.tools.{allow,alsoAllow,deny}` counts for sandboxed sessions. Deny beats allow everywhere.',
      'The caller states provider, model and sandboxing: an embedder per session, an MCP client through its token or its agent in the configuration. Rules that no entry point of a host can ever apply are reported.',
    ],
  },
  'F-7': {
    title: 'Two places to manage',
    from: 'Fased',
    status: 'partly',
    missing: 'Sessions are shown by their key; a store cannot list them.',
    says: [
      'Access per agent is managed in Agent › Tools; install, update, restart, trust, warnings and lifecycle in Extensions.',
      'Both draw from the resolver, never from a copy of its rules.',
    ],
  },
  'F-8': {
    title: 'A failed extension is a value',
    from: 'Fased',
    status: 'built',
    says: [
      'A `register` that throws leaves nothing of that extension behind; the failed extension is a value with a code and a hint, and its neighbours live. After an unload its api is revoked.',
      'Top-level `await` in an extension is awaited, within the time of a load.',
    ],
  },
  'F-9': {
    title: 'Tools of mounted MCP servers are pinned',
    from: 'Mortise',
    status: 'partly',
    missing: 'Prompts and resources of servers do not pass through.',
    says: [
      'What a server offers at its approval stands in the lock file, word for word. A new or changed definition waits, with its difference, and the approved ones go on; a tool that the server does not have any more is gone and said. An approval counts for exactly what was shown.',
      'How each server is, its restarts and their reasons, its last words and what is left out of it are one list, shown wherever extensions are shown. A server that is slow, broken or hostile harms neither the host nor calls to others.',
    ],
  },
} as const satisfies RuleTable;
