import type { IsolateSpec } from '../wire/isolate-spec.ts';
import type { CpuClock } from './cpu-clock.ts';
import type { GuestEngine } from './guest-engine.ts';
import type { RunnerHeartbeat } from './runner-heartbeat.ts';

/** What an isolate may use of its runner. */
export interface IsolateParts {
  readonly id: number;
  readonly spec: IsolateSpec;
  readonly engine: GuestEngine;
  readonly send: (text: string) => void;
  /** The same for frames in UTF-8, which are sent at once. */
  readonly sendBytes: (frames: Uint8Array) => void;
  readonly heartbeat: RunnerHeartbeat;
  readonly clock: CpuClock;
  readonly randomSeed: () => string;
  /** Other extensions have isolates in this process. */
  readonly isShared: () => boolean;
  /** Code of the guest is about to run: no answer may wait behind it, or be lost with it. */
  readonly onEnter: () => void;
}
