import { SERVE_SETTING_NAMES } from '@mortise/contracts/plain';
import {
  ARGUMENTS_OPTION,
  AUTHOR_OPTIONS,
  type CliCommand,
  CONFIG_OPTION,
  type CommandInput,
  EXTENSION_CONFIG_OPTION,
  PROGRAM_OPTION,
  SESSION_OPTION,
  STATED_OPTIONS,
} from './cli-command.ts';

/** Of `allow` and `deny`. */
const LIST_OPTIONS: CliCommand['options'] = [
  ['--remove', 'take the entries out of the list again'],
  ['--list <path>', 'the list to edit, as explain names it: tools.deny, agents.main.plugins'],
  ['--dry-run', 'show what would change and write nothing'],
  ['--force', 'write what matches nothing, or what changes more than was asked for'],
  CONFIG_OPTION,
];

/** Of `token create` and `connect`. */
const TOKEN_OPTIONS: CliCommand['options'] = [
  ['--user <id>', 'the user that it speaks for: sessions and secrets are those of this user'],
  ['--expires <time>', '12h, 30d, 8w, 2y or never; 90d if absent'],
  ['--name <text>', 'what it is for, as `token list` shows it'],
  ['--provider <name>', 'the provider of the models that use it, for `byProvider`'],
  ['--model <name>', 'the model'],
  ['--sandboxed', 'its sessions count as sandboxed'],
];

/** Whether a command with several actions does one of these. */
const hasAction =
  (...actions: readonly string[]) =>
  ({ args: [action] }: CommandInput): boolean =>
    typeof action === 'string' && actions.includes(action);

/** Of `stop` and `resume`. */
const STOP_OPTIONS: CliCommand['options'] = [
  ['--all', 'everything'],
  ['--agent <id>', 'one agent'],
  ['--extension <id>', 'one extension'],
  ['--server <name>', 'one MCP server'],
];

/**
 * Every command there is, in the order in which help lists them. What a command does is imported
 * when it runs: help and `--version` load nothing but this table.
 */
export const COMMANDS: readonly CliCommand[] = [
  {
    name: 'init',
    summary: 'Write a configuration to start from, in which an agent has nothing yet',
    args: [],
    options: [
      ['--agent <id>', 'its name; asked on a terminal if absent, otherwise main'],
      ['--force', 'replace the one that is there'],
    ],
    load: async () => (await import('./init.ts')).initCommand,
  },
  {
    name: 'serve',
    isLasting: true,
    summary: 'Serve MCP and the operators’ API; SIGHUP reloads the configuration',
    args: [],
    options: [CONFIG_OPTION],
    settings: SERVE_SETTING_NAMES,
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  {
    name: 'console',
    isRecorded: true,
    summary: 'Print a link that signs a browser in to the console of the host that runs, once',
    args: [],
    options: [
      ['--role <names...>', 'what the link lets one do: view, approve, call; operate if absent'],
      ['--agent <ids...>', 'for these agents; all if absent'],
      ['--user <id>', 'the user that it speaks for'],
      CONFIG_OPTION,
    ],
    load: async () => (await import('./console.ts')).consoleCommand,
  },
  {
    name: 'reload',
    isRecorded: true,
    summary: 'Have the host that runs read its configuration again',
    args: [],
    options: [CONFIG_OPTION],
    load: async () => (await import('./reload.ts')).reloadCommand,
  },
  {
    name: 'stop',
    isRecorded: true,
    summary: 'End calls and refuse new ones, at once and until a person resumes',
    args: [],
    options: [
      ...STOP_OPTIONS,
      ['--reason <text>', 'what is said to who is refused'],
      ['--force', 'stop a name that the host does not know'],
      CONFIG_OPTION,
    ],
    load: async () => (await import('./stop.ts')).stopCommand,
  },
  {
    name: 'resume',
    isRecorded: true,
    summary: 'Lift a stop',
    args: [],
    options: [...STOP_OPTIONS, CONFIG_OPTION],
    load: async () => (await import('./stop.ts')).resumeStopCommand,
  },
  {
    name: 'stops',
    summary: 'List what is stopped, why and by whom',
    args: [],
    options: [CONFIG_OPTION],
    load: async () => (await import('./stop.ts')).stopsCommand,
  },
  {
    name: 'rates',
    summary: 'Show how much of the rates and budgets is used, and until when',
    args: [],
    options: [CONFIG_OPTION],
    load: async () => (await import('./rates.ts')).ratesCommand,
  },
  {
    name: 'mcp',
    isLasting: true,
    settings: ['drainMs', 'logLevel', 'logFile'],
    summary:
      'Speak MCP on standard input and output as one agent; or list, show and approve MCP servers',
    args: [
      ['[action]', 'list, show, approve, forget or reconnect; without it MCP is spoken'],
      ['[server]', 'an MCP server of the configuration'],
    ],
    options: [
      ['--agent <id>', 'the agent; the only one, or main'],
      ['--session <key>', 'what is loaded is kept under it'],
      ['--hash <hash>', 'approve: of what was reviewed; what `mcp show` showed last if absent'],
      CONFIG_OPTION,
    ],
    load: async () => (await import('./mcp.ts')).mcpCommand,
  },
  {
    name: 'tools',
    summary: 'List the tools of an agent, with their state and cost',
    args: [['<agent>', 'the agent to ask for']],
    options: [
      ['--cost', 'show the estimated tokens of each definition'],
      ['--all', 'show the tools that are not active, too'],
      ...STATED_OPTIONS,
      SESSION_OPTION,
      CONFIG_OPTION,
    ],
    load: async () => (await import('./tools.ts')).toolsCommand,
  },
  {
    name: 'explain',
    summary: 'Say why an agent has or does not have a tool',
    args: [
      ['<agent>', 'the agent to ask for'],
      ['<tool>', 'the tool to explain'],
    ],
    options: [ARGUMENTS_OPTION, PROGRAM_OPTION, ...STATED_OPTIONS, SESSION_OPTION, CONFIG_OPTION],
    load: async () => (await import('./explain.ts')).explainCommand,
  },
  {
    name: 'diff',
    summary: 'Compare what two agents have',
    args: [
      ['<before>', 'an agent'],
      ['<after>', 'another agent'],
    ],
    options: [ARGUMENTS_OPTION, PROGRAM_OPTION, ...STATED_OPTIONS, SESSION_OPTION, CONFIG_OPTION],
    load: async () => (await import('./diff.ts')).diffCommand,
  },
  {
    name: 'simulate',
    summary: 'Show what one more rule would change for an agent',
    args: [['<agent>', 'the agent to ask for']],
    options: [
      ['--allow <selector>', 'one more entry in its allow list'],
      ['--also-allow <selector>', 'one more entry in its alsoAllow list'],
      ['--deny <selector>', 'one more entry in its deny list'],
      ['--rule <json>', 'one more rule on arguments: {"tools": […], "when": {…}, "then": "ask"}'],
      ARGUMENTS_OPTION,
      PROGRAM_OPTION,
      ...STATED_OPTIONS,
      SESSION_OPTION,
      CONFIG_OPTION,
    ],
    load: async () => (await import('./simulate.ts')).simulateCommand,
  },
  {
    name: 'allow',
    isEdit: true,
    summary: 'Let an agent use exactly these tools too; shows what changes, keeps comments',
    args: [
      ['<agent>', 'the agent whose list is edited'],
      ['<selectors...>', 'tool names, extension ids, group:…, category:…, mcp:…, prefix*'],
    ],
    options: LIST_OPTIONS,
    load: async () => (await import('./edit-list.ts')).allowCommand,
  },
  {
    name: 'deny',
    isEdit: true,
    summary: 'Take tools from an agent for good; shows what changes, keeps comments',
    args: [
      ['<agent>', 'the agent whose list is edited'],
      ['<selectors...>', 'tool names, extension ids, group:…, category:…, mcp:…, prefix*'],
    ],
    options: LIST_OPTIONS,
    load: async () => (await import('./edit-list.ts')).denyCommand,
  },
  {
    name: 'call',
    summary: 'Call a tool as an agent would',
    args: [
      ['<tool>', 'the tool to call'],
      ['[json]', 'its arguments; {} if absent'],
    ],
    options: [
      ['--agent <id>', 'the agent that calls; the only one, or main'],
      ['--dry-run', 'pass every gate and run nothing'],
      [
        '--extension <folder>',
        'call a tool of this folder, without a configuration, with what it is granted there',
      ],
      ...AUTHOR_OPTIONS,
      ...STATED_OPTIONS,
      SESSION_OPTION,
      CONFIG_OPTION,
    ],
    load: async () => (await import('./call.ts')).callCommand,
  },
  {
    name: 'approvals',
    isRecorded: hasAction('approve', 'deny'),
    summary: 'Show the calls that wait for a person, and approve or deny them',
    args: [
      ['[action]', 'list, show, approve or deny; list if absent'],
      ['[id]', 'the call on hold'],
    ],
    options: [
      ['--reason <text>', 'why, for the agent and the audit log'],
      ['--hash <hash>', 'decide only if it is what was seen: the hash that show prints'],
      [
        '--always',
        'with approve: write into the configuration that exactly this call of its agent is not asked for again',
      ],
      ['--all', 'with list: those that were decided, too'],
      ['--ascii', 'with show: all letters beyond ASCII as escapes'],
      CONFIG_OPTION,
    ],
    load: async () => (await import('./approvals.ts')).approvalsCommand,
  },
  {
    name: 'new',
    summary: 'Start an extension or a host from a template',
    args: [['<folder>', 'where to write it; its name becomes the id']],
    options: [
      ['--template <name>', 'basic, fetch, files, host-embed or host-ai-sdk; basic if absent'],
      ['--name <package>', 'the name of the package; made of that of the folder if absent'],
      [
        '--link <checkout>',
        'use the packages of this checkout of Mortise instead of published ones',
      ],
    ],
    load: async () => (await import('./new.ts')).newCommand,
  },
  {
    name: 'dev',
    isLasting: true,
    summary: 'Run an extension and reload it whenever it changes',
    args: [['[folder]', 'the extension; this folder if absent']],
    options: [
      [
        '--port <number>',
        'where MCP is served, without a token, on this machine only; any free port if absent',
      ],
      ...AUTHOR_OPTIONS,
      ['--once', 'load it once, show its tools and end'],
    ],
    load: async () => (await import('./dev.ts')).devCommand,
  },
  {
    name: 'check',
    summary: 'Check the configuration, or an extension in a folder',
    args: [['[folder]', 'an extension; without it the configuration is checked']],
    options: [CONFIG_OPTION],
    load: async () => (await import('./check.ts')).checkCommand,
  },
  {
    name: 'build',
    summary: 'Bundle an extension and write down what it registers',
    args: [['[folder]', 'the extension; this folder if absent']],
    options: [['--out <folder>', 'where to write; dist in the extension if absent']],
    load: async () => (await import('./build.ts')).buildCommand,
  },
  {
    name: 'pack',
    summary: 'Build an extension and pack it into one tarball',
    args: [['[folder]', 'the extension; this folder if absent']],
    options: [['--out <folder>', 'where to write; this folder if absent']],
    load: async () => (await import('./build.ts')).packCommand,
  },
  {
    name: 'add',
    isEdit: true,
    summary: 'Install an extension: a folder, a tarball or an npm package',
    args: [['<source>', 'a path, or the name of an installed package']],
    options: [
      [
        '--grant <what...>',
        'all, none, or capabilities of those it asks for; asked on a terminal if absent',
      ],
      EXTENSION_CONFIG_OPTION,
      CONFIG_OPTION,
    ],
    load: async () => (await import('./add.ts')).addCommand,
  },
  {
    name: 'remove',
    isEdit: true,
    summary: 'Remove an extension from the configuration and the lock file, with what it stored',
    args: [['<id>', 'the extension']],
    options: [
      ['--keep-data', 'keep what it stored for its next installation from the same place'],
      CONFIG_OPTION,
    ],
    load: async () => (await import('./remove.ts')).removeCommand,
  },
  {
    name: 'disable',
    isEdit: true,
    summary: 'Switch an extension off for good; it stays installed and keeps its names',
    args: [['<id>', 'the extension']],
    options: [CONFIG_OPTION],
    load: async () => (await import('./switch-extension.ts')).disableCommand,
  },
  {
    name: 'enable',
    isEdit: true,
    summary: 'Switch an extension on again',
    args: [['<id>', 'the extension']],
    options: [CONFIG_OPTION],
    load: async () => (await import('./switch-extension.ts')).enableCommand,
  },
  {
    name: 'update',
    isEdit: true,
    summary: 'Look at the extensions again; take safe updates, show those that wait',
    args: [],
    options: [CONFIG_OPTION],
    load: async () => (await import('./update.ts')).updateCommand,
  },
  {
    name: 'approve',
    isEdit: true,
    summary: 'Take exactly the update that was reviewed, with what it asks for beyond the last one',
    args: [['<id>', 'the extension']],
    options: [
      ['--hash <hash>', 'of what was reviewed; what `mortise update` showed last if absent'],
      CONFIG_OPTION,
    ],
    load: async () => (await import('./approve.ts')).approveCommand,
  },
  {
    name: 'grants',
    summary: 'Show what extensions ask for, what they were granted and what they used',
    args: [['[id]', 'an extension; all of them if absent']],
    options: [CONFIG_OPTION],
    load: async () => (await import('./grants.ts')).grantsCommand,
  },
  {
    name: 'grant',
    isEdit: true,
    summary: 'Grant an extension something that it asks for',
    args: [
      ['<id>', 'the extension'],
      ['<capability>', 'one that it asks for, as `mortise grants` shows it'],
      ['<values...>', 'a host, NAME@host, a size, read:<folder>, a program, a kind'],
    ],
    options: [CONFIG_OPTION],
    load: async () => (await import('./edit-grants.ts')).grantCommand,
  },
  {
    name: 'revoke',
    isEdit: true,
    summary: 'Take back something that was granted, or all of a capability',
    args: [
      ['<id>', 'the extension'],
      ['<capability>', 'one that it asks for, as `mortise grants` shows it'],
      ['[values...]', 'as `mortise grants` shows them; all of the capability if absent'],
    ],
    options: [CONFIG_OPTION],
    load: async () => (await import('./edit-grants.ts')).revokeCommand,
  },
  {
    name: 'audit',
    isRecorded: hasAction('rotate-key'),
    summary: 'Check the audit log, search it, or show and change the key that signs it',
    args: [['<action>', 'verify, search, key or rotate-key']],
    options: [
      ['--call <id>', 'search: of this call'],
      ['--agent <id>', 'search: of this agent'],
      ['--user <id>', 'search: for this user'],
      ['--principal <id>', 'search: asked by it; a token, operator, embedder, os:<user>(<uid>)'],
      ['--tool <name>', 'search: of this tool'],
      ['--extension <id>', 'search: of this extension'],
      ['--capability <name>', 'search: network, or an action such as network.fetch'],
      ['--kind <kind>', 'search: call, permission, capability, operator, approval, rule …'],
      ['--decision <word>', 'search: allowed, denied, failed or held'],
      ['--since <time>', 'search: 90s, 15m, 2h, 7d, or a date'],
      ['--limit <count>', 'search: records of a page; 50 if absent'],
      ['--before <seq>', 'search: the page before this record'],
      ['--head <seq:hash>', 'verify: the log must still have this record, noted elsewhere'],
      ['--key <base64>', 'verify: the log must be signed with this public key, noted elsewhere'],
      CONFIG_OPTION,
    ],
    load: async () => (await import('./audit.ts')).auditCommand,
  },
  {
    name: 'why',
    summary: 'Make the decision on a past call again, from the policy of then',
    args: [['<call>', 'the id of the call; see `mortise audit search --kind call`']],
    options: [
      ['--args <json>', 'its arguments, for rules on them: they are checked by their hash first'],
      CONFIG_OPTION,
    ],
    load: async () => (await import('./why.ts')).whyCommand,
  },
  {
    name: 'token',
    isRecorded: hasAction('create', 'revoke', 'rotate'),
    summary: 'Make, list and take back the tokens of clients; rotate that of the operator',
    args: [
      ['<action>', 'create, list, revoke or rotate'],
      ['[id]', 'the token to revoke'],
    ],
    options: [
      ['--agent <id...>', 'an agent that it speaks for, again for more; all for every agent'],
      ['--role <role...>', 'call (if absent), view, approve or operate'],
      [
        '--bound-to <thumbprint>',
        'a key of its client, without whose proof it opens nothing (DPoP)',
      ],
      ...TOKEN_OPTIONS,
      CONFIG_OPTION,
    ],
    load: async () => (await import('./token.ts')).tokenCommand,
  },
  {
    name: 'connect',
    isRecorded: true,
    summary: 'Make a token for a client and an agent, and print what to paste there',
    args: [
      ['<client>', 'claude-code, claude-desktop, cursor, vscode, codex or inspector'],
      ['<agent>', 'the agent'],
    ],
    options: [
      ['--session <key>', 'the conversation that the client goes on with whenever it starts'],
      ...TOKEN_OPTIONS,
      CONFIG_OPTION,
    ],
    load: async () => (await import('./connect.ts')).connectCommand,
  },
  {
    name: 'state',
    isRecorded: true,
    summary: 'Move what hosts keep between files and a database, or write it to a file and read it',
    args: [
      ['<action>', 'migrate, export or import'],
      ['[file]', 'export: the file to write; import: the file to read'],
    ],
    options: [
      ['--to <where>', 'migrate: database (if absent), or files'],
      ['--replace', 'remove everything that is there already'],
      CONFIG_OPTION,
    ],
    load: async () => (await import('./state.ts')).stateCommand,
  },
  {
    name: 'prune',
    isRecorded: true,
    summary:
      'Take away what is older than `retention` says: sessions, old code, audit files, caches',
    args: [],
    options: [['--dry-run', 'show what would go and remove nothing'], CONFIG_OPTION],
    load: async () => (await import('./prune.ts')).pruneCommand,
  },
  {
    name: 'runner',
    isLasting: true,
    summary: 'Run calls of the hosts of a fleet on this machine, over NATS',
    args: [],
    options: [
      ['--credentials <file>', 'runner-<name>.json, which `mortise fleet init` wrote'],
      ['--nats <address>', 'the broker, in place of the one in the credentials'],
      ['--name <name>', 'without credentials: the name of this runner'],
      ['--fleet <name>', 'without credentials: the fleet; main if absent'],
      ['--weight <count>', 'how many calls it gets beside others; 10 if absent'],
      ['--max-calls <count>', 'calls of all hosts at once; 512 if absent'],
      ['--max-runners <count>', 'most processes of extensions at once; 8 if absent'],
      [
        '--jail <kind>',
        'preferred, required to run nothing without one, or off; preferred if absent',
      ],
      ['--alive-file <file>', 'written every second while it takes calls, for probes'],
    ],
    settings: ['stateDir', 'drainMs', 'logLevel', 'logFile'],
    load: async () => (await import('./runner.ts')).runnerCommand,
  },
  {
    name: 'fleet',
    summary: 'Make the keys of hosts and runners, and the configuration of the broker between',
    args: [
      ['<action>', 'init, add or remove'],
      ['[runners...]', 'names of runners; for init one if absent'],
    ],
    options: [
      [
        '--nats <address>',
        'init: where all sides reach the broker; nats://127.0.0.1:4222 if absent',
      ],
      ['--fleet <name>', 'init: the name of the fleet; main if absent'],
      ['--out <folder>', 'where the files are; fleet if absent'],
    ],
    load: async () => (await import('./fleet.ts')).fleetCommand,
  },
  {
    name: 'doctor',
    summary:
      'Say what is not well: this machine, the folders, the configuration, the host that runs',
    args: [],
    options: [['--errors-only', 'exit with 0 though there are warnings'], CONFIG_OPTION],
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
];
