import type { ExtensionStatus, RunnerStatus, SandboxStatus } from './api/sandbox-api.ts';
import type { CallDispatcher } from './calls/call-dispatcher.ts';
import type { Extension } from './extensions/extension.ts';
import type { IsolateTable } from './isolates/isolate-table.ts';
import type { Placement } from './isolates/placement.ts';
import type { LoadedExtensions } from './lifecycle/loaded-extensions.ts';
import type { RunnerPool } from './processes/runner-pool.ts';
import type { RunnerProcess } from './processes/runner-process.ts';

export interface StatusParts {
  readonly extensions: LoadedExtensions;
  readonly isolates: IsolateTable;
  readonly placement: Placement;
  readonly pool: RunnerPool;
  readonly dispatcher: CallDispatcher;
}

/** Which extension runs where, at this moment. */
export function readStatus(parts: StatusParts): SandboxStatus {
  return {
    ...{ jail: parts.pool.jail.status, jit: parts.pool.jail.jit },
    runners: [...parts.pool.runners].map((runner) => runnerStatus(runner, parts)),
    extensions: [...parts.extensions.byId.values()].map((extension) =>
      extensionStatus(extension, parts),
    ),
    callsInFlight: parts.dispatcher.size,
  };
}

function runnerStatus(runner: RunnerProcess, { isolates }: StatusParts): RunnerStatus {
  return {
    pid: runner.pid,
    state: stateOf(runner),
    rssBytes: runner.measure(),
    extensions: [...new Set(isolates.of(runner).map((isolate) => isolate.extension.id))],
    callsInFlight: runner.callCount,
  };
}

function stateOf(runner: RunnerProcess): RunnerStatus['state'] {
  if (!runner.isServing) return 'retiring';
  if (!runner.isReady) return 'starting';
  return runner.role === 'spare' ? 'spare' : 'serving';
}

function extensionStatus(
  extension: Extension,
  { dispatcher, placement, pool }: StatusParts,
): ExtensionStatus {
  const { blocked } = extension;
  const queue = dispatcher.findQueue(extension);
  return {
    id: extension.id,
    bundleHash: extension.loaded.bundleHash,
    generation: extension.generation,
    state: blocked?.state ?? 'ready',
    crashes: extension.crashes,
    ...(blocked === undefined ? {} : { blockedUntil: blocked.until }),
    callsInFlight: queue?.size ?? 0,
    callsFinished: queue?.finished ?? 0,
    placement: placement.isShared(extension) ? 'shared' : 'dedicated',
    jit: pool.jail.jit === 'off' ? 'off' : (extension.facts.jit ?? 'on'),
  };
}
