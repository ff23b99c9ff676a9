import type { RuleTable } from '../rule.ts';

/** Who asks, what a person must approve, and what is written down. */
export const CALLERS_AND_APPROVALS = {
  'T-1': {
    title: 'Principals and tokens',
    from: 'Mortise',
    status: 'built',
    says: [
      'A _principal_ stands behind every request: the embedder, an operator, or a client with a token.',
      'Tokens are made by command or API, shown once, kept as hashes, expire and can be revoked at once. They name which agents (and which user) they speak for and which roles they have: `call`, `view`, `approve`, `operate`. A client’s token never opens the operators’ API.',
      'Sessions, worker scopes, storage, secrets, rates and audit know the user.',
    ],
  },
  'T-2': {
    title: 'OAuth 2.1',
    from: 'Mortise',
    status: 'built',
    says: [
      'If an issuer is configured, the host is a protected resource: metadata, `WWW-Authenticate` with `resource_metadata`, JWTs checked for issuer, audience, expiry and scope against the issuer’s keys. Claims map to user, agents and roles. Tokens are never passed on.',
    ],
  },
  'T-3': {
    title: 'Rules on arguments',
    from: 'Mortise',
    status: 'built',
    says: [
      'Per tool and agent: `allow`, `ask` or `deny` depending on the arguments, in terms of JSON Schema over the very value that the tool gets, evaluated in bounded time whatever the operator’s patterns. The strictest match wins; no match is what the operator set as default.',
      '`explain` and `simulate` show them. For processes the same on program and argv.',
    ],
  },
  'T-4': {
    title: 'Approvals',
    from: 'Mortise',
    status: 'partly',
    missing: 'the console',
    says: [
      '`ask` (or a tool that declares itself destructive, if the operator says so) puts the call on hold. What is approved is exactly that call: tool, definition hash, canonical arguments, agent, session, user, policy hash, expiry, single use. Anything that differs asks again.',
      'An approval or refusal survives restarts; an approved call runs at most once; a time-out means refused. Approvers see the complete arguments.',
      'Ways to answer: a hook of the embedder, CLI, HTTP API, console, MCP elicitation in both revisions.',
    ],
  },
  'T-5': {
    title: 'Rates and budgets',
    from: 'Mortise',
    status: 'built',
    says: [
      'Calls per time, concurrent calls and cost, per agent, user, tool or extension, kept durably and shared by all hosts on one state. What goes over is refused with the time to wait.',
    ],
  },
  'T-6': {
    title: 'Stop switch',
    from: 'Mortise',
    status: 'built',
    says: [
      'For everything, one agent or one extension: calls in flight are ended, new ones refused, it survives a restart, and only a person lifts it.',
    ],
  },
  'T-7': {
    title: 'The audit chain',
    from: 'Mortise',
    status: 'partly',
    missing: 'heads of the chain in a state store that several machines share',
    says: [
      'The audit log is a hash chain, signed at intervals with the host’s key, rotated, fsynced per policy. `audit verify` names the first broken link; `why <call id>` recomputes a past decision from the recorded policy.',
      'If it cannot be written, the operator sees it, and in strict mode calls are refused.',
    ],
  },
  'T-8': {
    title: 'Traces and metrics',
    from: 'Mortise',
    status: 'built',
    says: [
      'By OpenTelemetry’s conventions for tool execution and MCP, with trace context taken from and handed to MCP, off unless the program has a provider.',
    ],
  },
  'T-9': {
    title: 'One list of trouble',
    from: 'Mortise',
    status: 'partly',
    missing: 'the jail’s layers',
    says: [
      'What an operator should know is one list, which embedders get, too: failed extensions, failed or slow MCP servers, refused names, waiting updates, unpinned extensions, a missing or drifted lock file, damaged state, quarantine, an audit log that cannot be written. Each entry has a code, a severity, a place where there is one and a next step.',
      'The banner of `serve`, `/health`, `/metrics`, `/api/diagnostics`, `check` and `doctor` show this list. A host with an error in it is `degraded`, and `doctor` exits with 5.',
      'What runs is asked: if a host serves this state, commands ask it.',
      'Damage of one file stops one part: it refuses with a code, and the host goes on.',
    ],
  },
  'T-10': {
    title: 'Whose stored values',
    from: 'Mortise',
    status: 'built',
    says: [
      'What an extension stores belongs to its id and the source that its code comes from: the path of a folder or tarball as seen from the storage’s own folder, the name of a package, or that it came as text. Code of the same id from another source is another owner and sees none of it.',
      'An update from another source that an operator approved keeps what was stored: the lock file names the first source (`storageSource`). An installation from another source does not.',
      '`remove` takes it away before it says so; with `--keep-data` it stays until an extension of the same id is installed from the same source, which has it again. A call that outlives its extension stores nothing.',
      'Values of the time before sources were kept have an id alone: the extension of that id which is installed already has them, and goes with them; one that is installed later does not.',
    ],
  },
  'T-11': {
    title: 'Old things go',
    from: 'Mortise',
    status: 'built',
    says: [
      'Sessions, values of extensions that are gone, approved code that is not named any more, what is remembered, old audit files and backups are taken away by rules of `retention`, each with a default; [what is kept](retention.md) lists them. What killed processes leave goes, too.',
      '`serve` does so at its start and every hour without holding up calls; `prune` does it at once, `prune --dry-run` and `doctor` say what would go, and the log what went.',
      'What is in use stays, several processes may do it at once, and where it cannot be told what is in use nothing goes.',
    ],
  },
} as const satisfies RuleTable;
