import type { RuleTable } from '../rule.ts';

/** What code of an extension can reach, use up and break. */
export const SANDBOX = {
  'S-1': {
    title: 'No ambient authority',
    from: 'Mortise',
    status: 'built',
    says: [
      'Code of an extension, its reducers included, runs only inside an isolate: no `process`, `require`, Node built-ins, timers, network or clock beyond what the host gives.',
      'Only data crosses, in both directions, as messages of one protocol that both sides import. Nothing of the host (a Reference, an error with host prototypes, a function) is ever reachable from the guest.',
    ],
  },
  'S-2': {
    title: 'The guest platform',
    from: 'Mortise',
    status: 'built',
    says: [
      '`console` (to the log of the extension, rate limited), timers, `URL`, `URLPattern`, `TextEncoder` and `TextDecoder` (UTF-8, UTF-16, the encodings of one byte), `structuredClone`, `atob` and `btoa`, `AbortController`, events, messages, `performance`, streams, compression, `Blob`, `File`, `FormData`, `Headers`, `Request`, `Response`, and `ctx.storage`, `secrets`, `fs`, `process`, `attachments`, `progress`, `signal` and `log`.',
      '`crypto`, with `subtle`, which the runner computes inside its jail, with bounds, and charges to the calls that run.',
      '`fetch`, `EventSource` and `WebSocket` only with a network grant, a WebSocket only to a host that is granted as `wss://` or `ws://`. Bodies come and go piece by piece, as fast as the other side takes them, within the sizes of the grant, and end with the call.',
      'None of it gives authority, and what an isolate does not touch it does not pay for.',
      'Modules of Node that code imports are there as far as a capability can back them: files over a state folder of its own and granted folders, programs over the process grant, HTTP clients over `fetch`. Where no grant is, the error names the capability and the command that grants it.',
    ],
  },
  'S-3': {
    title: 'Limits',
    from: 'Mortise',
    status: 'built',
    says: [
      'Per extension and per call: heap, CPU time, wall time, result bytes, log bytes, concurrent calls, host calls.',
      'Reaching one ends that call, or that isolate, with its own code and a clear error. The host and the other extensions go on, and the isolate is replaced. Repeated crashes back off, then quarantine the extension, and say so.',
    ],
  },
  'S-4': {
    title: 'Crashes and blame',
    from: 'Mortise',
    status: 'built',
    says: [
      'A fatal error of V8 in a guest cannot take the host down: sandbox processes are supervised and replaced. Their calls in flight fail with `sandbox_crashed` and are never run twice unless the tool says it is idempotent (a read-only hint does not say so).',
      'Only the call that loops, wedges or exhausts is blamed: others of its batch that had answered keep their answers, and those that had not begun are `refused` or run elsewhere, whichever limit struck first.',
    ],
  },
  'S-5': {
    title: 'What comes from a guest is hostile',
    from: 'Mortise',
    status: 'partly',
    missing: 'Invisible characters, and schema keywords that no validator takes.',
    says: [
      'Schemas, names, descriptions, results and errors from a guest are bounded in size and depth, checked before use and never compiled into host code.',
      'What a model or a person will read is free of control, bidi, zero-width and tag characters, or they are made visible. Schemas with keywords that no validator would take are reported at registration.',
      'Checking arguments runs no code of the extension that it could have patched.',
    ],
  },
  'S-6': {
    title: 'Capability brokers',
    from: 'Mortise',
    status: 'built',
    says: [
      'Network: an allow list of hosts and methods; every redirect hop and every resolved address is checked (private, loopback, link-local, metadata and v4-mapped ones are denied unless granted); size and time are bounded.',
      'Files: granted roots, symlinks resolved, no `..`, no devices.',
      'Process: granted binaries, argv arrays only, a scrubbed environment; a grant may allow only the commands, options and arguments that its rules name. Where the machine can, a program reads, writes and connects only as the grant says, does in its own folders what it does elsewhere, and ends with all that it started.',
      'Secrets: by declared name, never in logs, traces or another extension’s reach.',
      'Storage: namespaced, with a quota.',
    ],
  },
  'S-7': {
    title: 'Audit log',
    from: 'Mortise',
    status: 'partly',
    missing: 'The principal behind a request, and the chain.',
    says: [
      'Every permission decision and call can be written to an audit log, refused uses of a capability included, each with the principal that asked ([T-1](#t-1)).',
      'The log is a chain ([T-7](#t-7)).',
    ],
  },
  'S-8': {
    title: 'The runner process is a wall by itself',
    from: 'Mortise',
    status: 'partly',
    missing:
      'Where the host is not root, names, sizes and dates of files outside can still be looked up (`stat`). Everywhere it can be asked whether a number is that of a process, and how that one is scheduled.',
    says: [
      'Were the isolate broken and arbitrary native code running in it, it could still read, write, execute, connect, signal or inspect nothing outside. A kernel jail holds that: no_new_privs, Landlock, a seccomp allow list, no other processes, an own user where possible. Node’s permission model is a tripwire, not the wall.',
      'Where a layer is missing the host says so in `doctor`, health and `explain`, and refuses to run third-party code if the operator required it.',
      'Isolates share a process only if each may see the data of the others: those of one generation of one extension (`sandbox.placement: extension`, the default), of one extension and one worker scope (`scope`), or all of them, if the operator gives that up (`shared`). Extensions that the embedder calls its own share. That holds for registrations too, and for want of room no stranger is let in: a call waits for a process that rests.',
      'A frame of a runner counts only for a call or an isolate that the host itself put into that process and has not ended; extension, scope and grant are those that the host recorded for it. Everything else is refused, counted and audited (`sandbox.frame`), and never acted on; a frame of the wrong shape ends the isolate that it is of, else the process (`protocol_violation`).',
    ],
  },
  'S-9': {
    title: 'What bundling reads',
    from: 'Mortise',
    status: 'built',
    says: [
      'Bundling reads only the extension’s own files and its declared dependencies, by real path, inside their own packages. Nothing of the operator’s disk gets into a bundle.',
      'Declared is what `dependencies`, `peerDependencies` or `optionalDependencies` of the importing package’s own package.json name, so that each package of a tree speaks for itself. What an extension has really in its own folder is its own, without the files of a host that runs there, of version control, and `.env` and the like.',
      'A link in `node_modules` counts if it leads to a package of that name that is installed around the importer or in pnpm’s store, or to a fellow member of a workspace; everywhere else a link counts if it leads to a file of the same package.',
    ],
  },
  'S-10': {
    title: 'The host’s own files',
    from: 'Mortise',
    status: 'built',
    says: [
      'The loaded configuration under whatever name, lock file, state, tokens, keys, kept bundles and the folders of configured extensions are out of every grant’s reach, by real path, and listing a folder leaves them out.',
      'They are known by what they are, too, so that no second name of them, no mount and no move of a folder around them brings them into reach. Programs that are granted and installed packages can be read and not written.',
      'Code of a local folder that changed waits for approval like any other, whatever its version says.',
    ],
  },
  'S-11': {
    title: 'Secrets do not leave',
    from: 'Mortise',
    status: 'built',
    says: [
      'Secrets are taken out of everything that leaves: every part of a result, progress, logs, errors, audit and metrics, in the encodings that [guarantees](guarantees.md) lists, whichever brokers are in use.',
    ],
  },
} as const satisfies RuleTable;
