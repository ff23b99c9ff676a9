import { CALL_FAULTS, ISOLATE_LOSSES, OPEN_FAULTS } from './faults.ts';
import { createReader, createWriters, type FrameOf, type FrameTable } from './frame-codec.ts';
import { ASK, LOG_LEVELS, PROGRESS } from './guest-to-runner.ts';

/**
 * What a runner says to the host, beside results (`call-frames`). All of it is hostile: a broken
 * isolate may speak for its runner.
 */
export const RUNNER_TO_HOST = {
  /** `jail` is a `JailReport`, or null if it was started without one. */
  ready: { v8: 'word', jail: 'json' },
  opened: { isolate: 'whole', registrations: 'json' },
  unopened: { isolate: 'whole', fault: OPEN_FAULTS, message: 'quoted' },
  /** A call has ended without a result. */
  ended: {
    seq: 'whole',
    cpuMicros: 'measure',
    heapBytes: 'measure',
    fault: CALL_FAULTS,
    message: 'quoted',
  },
  ask: ASK,
  progress: PROGRESS,
  /** `seq` is 0 if it belongs to no call. */
  log: { seq: 'whole', isolate: 'whole', level: LOG_LEVELS, message: 'quoted' },
  /** All calls up to this one have been taken: none of them is still to begin. */
  reached: { seq: 'whole' },
  /** A long entry that was reported has ended after all. */
  calm: { entry: 'whole' },
  /** The isolate is gone and no call in it will answer any more. */
  lost: { isolate: 'whole', cause: ISOLATE_LOSSES },
} as const satisfies FrameTable;

export type RunnerFrame = FrameOf<typeof RUNNER_TO_HOST>;

export const toHost = /* @__PURE__ */ createWriters(RUNNER_TO_HOST);
export const readRunnerFrame = /* @__PURE__ */ createReader(RUNNER_TO_HOST);
