import type { RequirementSection } from '../requirement.ts';

/** C9.3 */
export const COMPONENT_ISOLATION = {
  title: 'Isolation of components, and which tools they may use',
  requirements: {
    '9.3.1': {
      level: 1,
      asks: 'Every tool runs in a sandbox with least privilege, apart from the model.',
      status: 'met',
      how: 'Extension tools run in a V8 isolate without authority of its own, in a process that the kernel jails. Tools of the embedder are its own code; MCP servers are processes of their own (10.1.3).',
      tests: ['test/jail/native.test.ts', 'test/hazards/escape.test.ts'],
    },
    '9.3.2': {
      level: 1,
      asks: 'What tools answer is checked against schemas.',
      status: 'met',
      how: 'Results are read by the declared shapes of content parts, structured ones by the tool’s output schema; what does not fit fails the call (`result_invalid`, `output_invalid`).',
      tests: [
        'packages/sandbox/src/replies/interpret-result.test.ts',
        'packages/sandbox/src/guest-results.test.ts',
        'packages/gateway/src/mcp-client/interpret-remote-result.test.ts',
      ],
    },
    '9.3.3': {
      level: 2,
      asks: 'Manifests of tools declare privileges, limits of resources, and how output is checked.',
      status: 'partly',
      how: 'A manifest declares every capability with its reach and its reason; each tool declares which of them it uses, its annotations and its output schema.',
      missing:
        'Limits of resources are the operator’s: all have a value and a ceiling, and a manifest cannot ask for other ones.',
      tests: ['packages/loader/src/load-extension.test.ts'],
    },
    '9.3.4': {
      level: 2,
      asks: 'The runtime enforces what manifests declare.',
      status: 'met',
      how: 'The broker allows manifest ∩ grant ∩ tool at every use; limits of time, memory, calls and sizes end the call; output schemas are checked in the isolate.',
      tests: [
        'packages/sandbox/src/brokers/dispatch-host-call.test.ts',
        'packages/sandbox/src/sandbox-limits.test.ts',
        'test/hazards/capabilities.test.ts',
      ],
    },
    '9.3.5': {
      level: 2,
      asks: 'Parts that process untrusted data cannot call tools.',
      status: 'met',
      how: 'Code of extensions has no way to call a tool, and reducers no capability either. Data that takes an isolate over speaks for the calls that run there and for no other: frames are held to what the host recorded.',
      tests: [
        'packages/sandbox/src/supervisor/forged-frames.test.ts',
        'test/hazards/escape.test.ts',
      ],
    },
    '9.3.6': {
      level: 2,
      asks: 'Untrusted tool output is processed apart from what the agent does.',
      status: 'partly',
      how: 'Results are reduced inside the isolate of the extension they come from, then redacted, made visible and cut in the host; nothing in them changes what is permitted.',
      missing: 'The agent itself reads the result, in the embedder’s program or the MCP client.',
      tests: [
        'packages/sandbox/src/guest-reducers.test.ts',
        'packages/core/src/pipeline/execute-calls.test.ts',
      ],
    },
    '9.3.7': {
      level: 2,
      asks: 'What model output names outside is checked against an allow list before it is used or installed.',
      status: 'met',
      how: 'No tool installs anything. Addresses, paths, programs and secrets in arguments are held to the operator’s grants by the host, wherever a name leads.',
      tests: [
        'packages/host/src/brokers/network/network-broker.test.ts',
        'packages/host/src/brokers/files/file-escapes.test.ts',
        'packages/host/src/brokers/process/process-broker.test.ts',
      ],
    },
    '9.3.8': {
      level: 3,
      asks: 'A violation of policy contains the tool by itself.',
      status: 'met',
      how: 'An extension that keeps asking for what it was not granted is stopped by the host until a person lets it run again; frames in the name of others end the process, and one whose processes crash or break the protocol repeatedly serves no call for a growing time (quarantine).',
      tests: [
        'packages/host/src/stops/violation-watch.test.ts',
        'packages/sandbox/src/supervisor/forged-frames.test.ts',
        'packages/sandbox/src/supervisor/runner-crashes.test.ts',
      ],
    },
  },
} as const satisfies RequirementSection;
