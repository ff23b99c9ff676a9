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
    status: 'built',
    says: [
      'What a server offers at its approval stands in the lock file, word for word. A new or changed definition waits, with its difference, and the approved ones go on; a tool that the server does not have any more is gone and said. An approval counts for exactly what was shown.',
      'How each server is, its restarts and their reasons, its last words and what is left out of it are one list, shown wherever extensions are shown. A server that is slow, broken or hostile harms neither the host nor calls to others.',
      'Its prompts, resources and templates of resources are pinned one by one in the same way, under `prompt:<name>` and `resource:<address>`, which are also the names by which the lists of the server take them. Here they are `prompt:mcp__<prefix>__<name>` and `resource:mortise://mcp__<prefix>/<address>`; links in results of its tools that lead to one of them are written so.',
      'A server asks the user or the model of a client only while a call of that client runs, within `mcp_servers.<name>.grants`, and through the brokers of extensions: its name is said, its texts hide nothing, each use is recorded. Where it is not certain which call a question belongs to, nobody is asked.',
    ],
  },
  'F-10': {
    title: 'Prompts and resources',
    from: 'Mortise',
    status: 'built',
    says: [
      '`api.registerPrompt` and `api.registerResource` offer what people and clients choose, not models: it is never among the tools, and a model that names it is told that there is no such tool. Everything else holds as for a tool: the call runs in the sandbox under the same limits, clocks and grants, and registration, lock file, policy, `explain`, rules, approvals, rates, stop switch, redaction and audit know it by its name. A completion of an argument is a call of the same thing, with `$complete` among its arguments.',
      'Names are `prompt:<name>` and `resource:<address>`; entries of lists take them, with `*` at the end too, and ids of extensions, groups, categories and `mcp:<server>` stand for them as for tools. Arguments are texts. Prompts of two extensions with one name clash like tools.',
      'An extension says a path, and the address is `mortise://<id>/<path>`: no other extension and no server can register there, and it cannot leave. An address belongs to one resource before any policy is asked: the one with exactly that address, else the template with the most fixed characters. What of a template may be read is a matter of rules on its arguments, which see the values decoded.',
      'Over MCP, both revisions: lists in pages, what changed is told, capabilities are declared if there is something for the agent, and what is not permitted is answered like what is not there. A client may watch addresses that it may read, and is told when another definition stands there, or none.',
    ],
  },
} as const satisfies RuleTable;
