import type { Layer } from './layer.ts';

const SANDBOX = 'packages/sandbox/src';
const HOST = 'packages/host/src';

const ISOLATE: Layer = {
  title: 'The isolate',
  about:
    'A V8 isolate of isolated-vm for each extension and worker scope, entered with a time limit.',
  promises: [
    {
      promise:
        'Code of an extension reaches no object of Node, no file, no network, no other isolate; only bounded text crosses.',
      against: ['extension', 'model'],
      not: 'Bugs of V8 and isolated-vm: for them the next layers are there. Timing between isolates.',
      tests: ['test/hazards/escape.test.ts', 'test/hazards/pollution.test.ts'],
    },
    {
      promise:
        'Time, memory, CPU, host calls, results, log lines and registrations have limits; what is over one ends the call, or the process, with a code.',
      against: ['extension', 'model'],
      not: 'An even share of the CPU among those that stay within their limits.',
      tests: [
        `${SANDBOX}/sandbox-limits.test.ts`,
        'test/hazards/loops.test.ts',
        'test/hazards/memory.test.ts',
        'test/hazards/floods.test.ts',
      ],
    },
    {
      promise: 'Agents, and with `user` scopes users, share no memory of an extension.',
      against: ['extension', 'model', 'client'],
      not: 'Between scopes in one process, were V8 broken: `sandbox.placement: scope` gives each its own.',
      tests: [
        `${SANDBOX}/isolates/isolate-table.test.ts`,
        `${SANDBOX}/isolates/sharing-group.test.ts`,
      ],
    },
    {
      promise: 'Arguments are checked by code that the extension cannot have replaced.',
      against: ['extension'],
      tests: [`${SANDBOX}/patched-intrinsics.test.ts`, `${SANDBOX}/guest/plain-schema.test.ts`],
    },
  ],
};

const WIRE: Layer = {
  title: 'The wire',
  about:
    'Two pipes and frames of text between the host and each process of extensions. All that comes over them is taken for hostile.',
  promises: [
    {
      promise:
        'A frame counts only for a call or an isolate that the host put into that very process and has not ended. Who asks, for whom and with which grant is what the host recorded. The rest is refused, counted, shown (`frames_refused`) and audited (`sandbox.frame`).',
      against: ['taken-over process'],
      not: 'Between isolates in one process: who took it over speaks for all of them. So only those share one that may see each other’s data.',
      tests: [
        'test/jail/forging.test.ts',
        `${SANDBOX}/supervisor/forged-frames.test.ts`,
        `${SANDBOX}/supervisor/hostile-runner.test.ts`,
      ],
    },
    {
      promise:
        'A frame of the wrong shape ends the isolate that it is of, else its process (`protocol_violation`); calls that were lost say that effects are unknown, and what used a capability is never told as not begun, nor run again.',
      against: ['taken-over process'],
      tests: [`${SANDBOX}/supervisor/forged-frames.test.ts`],
    },
    {
      promise:
        'Every reader of frames, in both directions, and of what guests say: takes any bytes without throwing, hanging or growing beyond its bound, and accepts nothing that would be written otherwise.',
      against: ['taken-over process', 'extension'],
      tests: [
        'test/fuzz/frames.test.ts',
        'test/fuzz/corpus.test.ts',
        `${SANDBOX}/wire/call-frames.test.ts`,
      ],
    },
    {
      promise:
        'Processes are shared by one rule, registrations included, and for want of room no stranger is let in.',
      against: ['taken-over process'],
      not: 'With `sandbox.placement: shared`, and among extensions that the embedder calls `first-party`.',
      tests: [`${SANDBOX}/isolates/sharing-group.test.ts`],
    },
    {
      promise: 'Every call has one outcome, and only the call at fault is blamed.',
      against: ['extension', 'taken-over process', 'accident'],
      not: 'In a process of several extensions one that was taken over can have another one blamed.',
      tests: [
        `${SANDBOX}/supervisor/guilty-call.test.ts`,
        `${SANDBOX}/supervisor/runner-crashes.test.ts`,
      ],
    },
  ],
};

const JAIL: Layer = {
  title: 'The jail of a runner process',
  about:
    'Rights that the process gives up before Node has threads (Linux). What each layer takes away, and what is left if a machine lacks it, is in [the jail](#the-jail).',
  promises: [
    {
      promise:
        'no_new_privs, Landlock and a seccomp allow list: native code reads only the runtime, writes nothing, starts nothing, opens no socket, signals, traces and reads no other process.',
      against: ['taken-over process'],
      not: 'Bugs of the kernel. Systems other than Linux, and kernels that lack a layer: they say so, and `sandbox.jail: required` runs nothing there.',
      tests: ['test/jail/native.test.ts', 'packages/processes/src/jail/runner-filter.test.ts'],
    },
    {
      promise:
        'Limits of the kernel: no core dumps, no writing to files, few descriptors; it ends with the host.',
      against: ['taken-over process', 'accident'],
      tests: ['test/jail/native.test.ts', `${SANDBOX}/supervisor/orphans.test.ts`],
    },
    {
      promise:
        'An account and namespaces of its own where the host is root: not even names of other files are seen.',
      against: ['taken-over process', 'local user'],
      not: 'Where the host is not root: then existence, size and age of files can be asked for.',
      tests: ['test/jail/native.test.ts'],
    },
    {
      promise:
        'Each layer is tried before the first guest runs, and what holds is said in `doctor`, `/health`, `explain` and the audit.',
      against: ['accident'],
      tests: [`${SANDBOX}/processes/jail.test.ts`],
    },
  ],
};

const PROGRAM_JAIL: Layer = {
  title: 'The jail of a granted program',
  about:
    'Each program that an extension was granted runs in one of its own, made by a launcher that takes the best way that the machine allows (Linux).',
  promises: [
    {
      promise:
        'It reads, writes and connects as the grant says, attributes of files included, and reaches no other process; the host’s own files stay out of its reach in folders that it may write.',
      against: ['extension', 'model'],
      not: 'Bugs of the kernel; machines that lack a layer, which say so. Existence, size and age of other files can be asked for.',
      tests: ['test/jail/confined.test.ts', 'test/jail/racing.test.ts'],
    },
    {
      promise:
        'What programs do in their own folders works as without a jail, for root and for ordinary users, with namespaces and without.',
      against: ['accident'],
      not: 'Where the kernel can neither make namespaces nor ask about calls, modes, owners and dates cannot be changed; without namespaces nothing new can be made at the top of a folder that holds files of the host.',
      tests: [
        'test/jail/programs/granted-programs.test.ts',
        `${HOST}/brokers/process/confined-program.test.ts`,
      ],
    },
    {
      promise:
        'It ends with its call and with the host, with all that it started, and how it ended is told as it was; temporary files of a host that was killed are taken away by the next one.',
      against: ['extension', 'model', 'accident'],
      not: 'Without a namespace of processes, before Linux 6.12, children of a program outlive a host that was killed.',
      tests: ['test/jail/program-ends.test.ts', `${HOST}/brokers/process/run-folders.test.ts`],
    },
  ],
};

const TRIPWIRE: Layer = {
  title: 'The tripwire',
  about:
    'Node’s own permission model in a runner. It is no wall: it holds JavaScript that got out of an isolate, not native code.',
  promises: [
    {
      promise:
        'Reading files, addons, threads, child processes and SQLite are given up before the first guest.',
      against: ['extension'],
      not: 'Against native code.',
      tests: ['test/jail/tripwire.test.ts'],
    },
  ],
};

const BROKERS: Layer = {
  title: 'The brokers',
  about:
    'Parts of the host that do what an extension asks for: network, secrets, storage, files, programs, attachments, questions to a user, texts of a model.',
  promises: [
    {
      promise:
        'Nothing is done that manifest, grant and tool do not all name; each use is recorded, refused or not.',
      against: ['extension', 'model', 'taken-over process'],
      tests: [`${SANDBOX}/brokers/dispatch-host-call.test.ts`, 'test/hazards/capabilities.test.ts'],
    },
    {
      promise:
        'Requests go only to granted hosts, at every hop, and to no address of the machine or its network.',
      against: ['extension', 'model', 'taken-over process'],
      not: 'What a granted host does with what it is sent.',
      tests: [`${HOST}/brokers/network/ssrf.test.ts`, `${HOST}/brokers/network/redirects.test.ts`],
    },
    {
      promise: 'Files stay below granted folders, by real path, whatever links and names lead to.',
      against: ['extension', 'model', 'taken-over process'],
      tests: [
        `${HOST}/brokers/files/file-escapes.test.ts`,
        `${HOST}/brokers/files/link-swaps.test.ts`,
      ],
    },
    {
      promise:
        'Secrets that were given out are taken out of all that leaves, in the encodings listed above.',
      against: ['extension', 'model'],
      not: 'Secrets that code transforms in a way we do not know.',
      tests: [
        `${HOST}/brokers/secrets/create-redactor.test.ts`,
        `${HOST}/brokers/planted-secret.test.ts`,
      ],
    },
    {
      promise: 'A granted program gets only the arguments that a rule names.',
      against: ['extension', 'model', 'taken-over process'],
      not: 'See [what granting a program means](#what-granting-a-program-means).',
      tests: [
        `${HOST}/brokers/process/process-broker.test.ts`,
        `${HOST}/brokers/process/git-tricks.test.ts`,
      ],
    },
    {
      promise:
        'Stored values are of one extension, its source, and of one agent unless sharing was granted.',
      against: ['extension', 'model', 'taken-over process'],
      tests: [
        `${HOST}/brokers/storage/storage-broker.test.ts`,
        `${HOST}/extensions/storage-of-removed.test.ts`,
      ],
    },
  ],
};

const LOADER: Layer = {
  title: 'The loader and the bundler',
  about:
    'They turn a folder, a tarball or a package into one text. The bundler is a process of its own, in a jail that opens only the files it is to bundle.',
  promises: [
    {
      promise:
        'A bundle is made of the extension’s own files and of what it declares, by real path.',
      against: ['extension'],
      not: 'Hard links are files like any other.',
      tests: ['packages/loader/src/bundle/bundle-reads.test.ts', 'test/jail/confined.test.ts'],
    },
    {
      promise:
        'Code that asks for more, or differs from what was approved, waits; nothing of it serves a call.',
      against: ['extension'],
      tests: [
        `${HOST}/extensions/extension-lifecycle.test.ts`,
        `${HOST}/extensions/remembered-extensions.test.ts`,
      ],
    },
  ],
};

const FILES: Layer = {
  title: 'The host’s own files',
  about:
    'Configuration, lock file, sessions, stored values, tokens, keys, kept bundles, audit log.',
  promises: [
    {
      promise: 'No grant for files reaches them, nor the folders of extensions.',
      against: ['extension', 'model', 'taken-over process'],
      tests: [`${HOST}/assembly/own-files.test.ts`],
    },
    {
      promise:
        'What was acknowledged survives a kill; two processes lose nothing of each other; damage stops one part and is shown.',
      against: ['accident'],
      tests: ['test/faults/serve-kills.test.ts', `${HOST}/database/guarded-database.test.ts`],
    },
    {
      promise:
        'Only the host’s account can read or write them, and what another one planted is not used.',
      against: ['local user'],
      not: 'Who runs programs as the host’s own account can do what the host can.',
      tests: [`${HOST}/extensions/remembered-extensions.test.ts`],
    },
  ],
};

const AUDIT: Layer = {
  title: 'The audit log',
  about:
    'One entry for each call, decision and use of a capability, refused ones too, and for what operators do.',
  promises: [
    {
      promise: 'It is a signed chain of hashes: a change, a gap or a cut is found, with its place.',
      against: ['local user', 'accident'],
      not: 'Who holds the host’s key and its files can write another log.',
      tests: ['test/faults/audit-tampering.test.ts', `${HOST}/audit/audit-chain.test.ts`],
    },
    {
      promise: 'No secret is in it, and each forged frame of a process is.',
      against: ['extension', 'taken-over process'],
      tests: [`${HOST}/audit/host-audit.test.ts`, `${HOST}/assembly/watch-frames.test.ts`],
    },
  ],
};

const ENDPOINT: Layer = {
  title: 'The endpoint and mounted servers',
  about: 'MCP and the operators’ API over HTTP; MCP servers that the operator mounts.',
  promises: [
    {
      promise:
        'Without a token for it nothing is listed or run; origins and hosts are checked; sizes and places are bounded.',
      against: ['client'],
      tests: [
        'test/interop/endpoint-abuse.test.ts',
        'test/interop/principals.test.ts',
        'test/interop/message-limits.test.ts',
      ],
    },
    {
      promise: 'What a mounted server lists and answers is bounded and read by declared shapes.',
      against: ['mounted server'],
      tests: [
        'test/interop/mcp-client.test.ts',
        'test/interop/hostile-servers.test.ts',
        'test/interop/hostile-addresses.test.ts',
        'packages/gateway/src/mcp-client/interpret-remote-result.test.ts',
      ],
    },
    {
      promise:
        'What a server lists after its approval is not followed: agents get what was approved, or less.',
      against: ['mounted server'],
      not: 'What a tool does cannot be pinned, only what a model reads of it. A server that was never approved is followed, and that is said.',
      tests: ['test/interop/pinned-servers.test.ts'],
    },
    {
      promise:
        'A secret goes only to the server, or the issuer, that the operator gave it to, and is taken out of whatever comes back.',
      against: ['mounted server'],
      not: 'A value of fewer than 4 characters, and one that the server has changed.',
      tests: ['test/interop/configured-servers.test.ts', 'test/interop/hostile-servers.test.ts'],
    },
    {
      promise:
        'The program of a server is held like a granted one: it writes a folder of its own, reads what it is told, and all that it starts ends with it, or with the host.',
      against: ['mounted server'],
      not: 'It has the network unless that is taken from it, as a whole and not by host. `sandbox: off` holds nothing.',
      tests: ['test/interop/hostile-servers.test.ts', 'test/interop/real-servers.test.ts'],
    },
  ],
};

/** All layers, from the inside out. */
export const LAYERS: readonly Layer[] = [
  ...[ISOLATE, WIRE, JAIL, TRIPWIRE, PROGRAM_JAIL, BROKERS, LOADER, FILES, AUDIT, ENDPOINT],
];
