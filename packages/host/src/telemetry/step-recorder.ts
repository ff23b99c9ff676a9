import type {
  CallReport,
  CallStep,
  CallStepName,
  CallTelemetry,
  CallTrace,
  TracedCall,
  Writable,
} from '@mortise/contracts';

/** One step of a call and when it was, in ms since the call began. */
export interface RecordedStep {
  readonly name: CallStepName | `capability ${string}`;
  readonly atMs: number;
  /** Absent if it had not ended when its call had. */
  readonly ms?: number;
  /** Of the refusal or failure that it ended with. */
  readonly code?: string;
  readonly steps: readonly RecordedStep[];
}

/** A call that is followed, from its beginning on. */
export interface FollowedCall {
  readonly callId: string;
  /** Absent for a name that is not registered. */
  readonly toolName?: string;
  readonly agentId?: string;
  readonly sessionKey: string;
  readonly userId?: string;
  /** As they may be shown: known secrets and what their schema calls secret taken out, and cut. */
  readonly shownArguments?: string;
}

/** Told of calls while it follows them. What it throws is its own affair and ends no call. */
export interface CallFollower {
  started(call: FollowedCall): void;
  finished(call: FollowedCall, end: FinishedCall): void;
}

export interface FinishedCall {
  readonly report: CallReport;
  readonly steps: readonly RecordedStep[];
}

export interface StepRecorderParts {
  readonly follower: CallFollower;
  readonly showArguments: (call: TracedCall) => string | undefined;
  /** Of a clock that only goes forward, ms. */
  readonly now: () => number;
}

/** By what a use of a capability finds its call. */
export interface CallKey {
  readonly callId: string;
  readonly agentId: string;
  readonly sessionKey: string;
}

/** Records the steps of calls for a follower. */
export class StepRecorder implements CallTelemetry {
  readonly #parts: StepRecorderParts;
  readonly #running = new Map<string, StepList>();

  constructor(parts: StepRecorderParts) {
    this.#parts = parts;
  }

  begin(call: TracedCall): CallTrace {
    const { now, follower, showArguments } = this.#parts;
    const steps = new StepList(now, now());
    const followed = describe(
      call,
      quietly(() => showArguments(call)),
    );
    const key = keyOf({ ...followed, agentId: followed.agentId ?? '' });
    this.#running.set(key, steps);
    quietly(() => follower.started(followed));
    return {
      begin: (step) => steps.begin(step),
      run: (work) => work(),
      end: (report) => {
        if (this.#running.get(key) === steps) this.#running.delete(key);
        quietly(() => follower.finished(followed, { report, steps: steps.recorded() }));
      },
    };
  }

  /** Begins a use of a capability inside of its call; `undefined` for a call that is not followed. */
  capability(name: string, call: CallKey): CallStep | undefined {
    return this.#running.get(keyOf(call))?.begin(`capability ${name}`);
  }
}

function describe({ callId, entry, context }: TracedCall, shown: string | undefined): FollowedCall {
  const { agentId, sessionKey, userId } = context;
  return {
    ...{ callId, sessionKey },
    ...(entry === undefined ? {} : { toolName: entry.name }),
    ...(agentId === undefined ? {} : { agentId }),
    ...(userId === undefined ? {} : { userId }),
    ...(shown === undefined ? {} : { shownArguments: shown }),
  };
}

function keyOf({ agentId, sessionKey, callId }: CallKey): string {
  return JSON.stringify([agentId, sessionKey, callId]);
}

/** Steps on one level, each with those inside of it. */
class StepList {
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #steps: Writable<RecordedStep>[] = [];
  readonly #inner: StepList[] = [];

  constructor(now: () => number, startedAt: number) {
    this.#now = now;
    this.#startedAt = startedAt;
  }

  begin(name: RecordedStep['name']): CallStep {
    const inner = new StepList(this.#now, this.#startedAt);
    const begunAt = this.#now();
    const step: Writable<RecordedStep> = { name, atMs: begunAt - this.#startedAt, steps: [] };
    this.#steps.push(step);
    this.#inner.push(inner);
    return {
      carrier: undefined,
      begin: (each) => inner.begin(each),
      end: (code) => {
        step.ms = this.#now() - begunAt;
        if (code !== undefined) step.code = code;
      },
    };
  }

  recorded(): readonly RecordedStep[] {
    return this.#steps.map((step, index) => ({
      ...step,
      steps: this.#inner[index]?.recorded() ?? [],
    }));
  }
}

/** Nothing of a follower reaches a call. */
function quietly<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
