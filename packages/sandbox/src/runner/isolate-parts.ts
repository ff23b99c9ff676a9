import type { IsolateSpec } from '../wire/isolate-spec.ts';
import type { CpuClock } from './cpu-clock.ts';
import type { GuestEngine } from './guest-engine.ts';
import type { RunnerHeartbeat } from './runner-heartbeat.ts';

/** A host call whose guest stands still until it is answered. */
export interface AskedNow {
  readonly isolate: number;
  readonly seq: number;
  readonly id: number;
}

/** The fields of the frame that answers. */
export interface AnsweredNow {
  readonly isOk: boolean;
  readonly value: string;
}

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
  /**
   * Waits for the answer to a host call, with the thread standing still. `undefined` if the call was
   * cancelled, its isolate closed or its time is up before there is one.
   */
  readonly awaitAnswer: (asked: AskedNow, deadline: number) => AnsweredNow | undefined;
  /** Code of the guest is about to run: no answer may wait behind it, or be lost with it. */
  readonly onEnter: () => void;
}
