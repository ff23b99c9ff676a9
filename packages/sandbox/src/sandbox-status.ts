import type { ExtensionStatus, RunnerStatus, SandboxStatus } from './api/sandbox-api.ts';
import type { Extension } from './extensions/extension.ts';
import type { RunnerProcess } from './processes/runner-process.ts';

export interface StatusParts {
  readonly extensions: Iterable<Extension>;
  readonly runners: Iterable<RunnerProcess>;
  readonly callsInFlight: number;
}

/** A snapshot of which extension runs in which runner. */
export function readStatus(parts: StatusParts): SandboxStatus {
  return {
    runners: [...parts.runners].map(runnerStatus),
    extensions: [...parts.extensions].map(extensionStatus),
    callsInFlight: parts.callsInFlight,
  };
}

function runnerStatus(runner: RunnerProcess): RunnerStatus {
  const isolates = [...runner.isolates.values()];
  return {
    pid: runner.pid,
    state: stateOf(runner),
    rssBytes: runner.measure(),
    extensions: [...new Set(isolates.map((isolate) => isolate.extension.id))],
    callsInFlight: runner.pendingCalls.size,
  };
}

function stateOf(runner: RunnerProcess): RunnerStatus['state'] {
  if (!runner.isServing) return 'retiring';
  if (!runner.isReady) return 'starting';
  return runner.role === 'spare' ? 'spare' : 'serving';
}

function extensionStatus(extension: Extension): ExtensionStatus {
  const blocked = extension.crashes.blocked();
  return {
    id: extension.id,
    bundleHash: extension.loaded.bundleHash,
    generation: extension.generation,
    state: blocked?.state ?? 'ready',
    crashes: extension.crashes.total,
    ...(blocked === undefined ? {} : { blockedUntil: blocked.until }),
    callsInFlight: extension.running + extension.queue.size,
    callsFinished: extension.finished,
    placement: extension.runner?.role === 'shared' ? 'shared' : 'dedicated',
  };
}
