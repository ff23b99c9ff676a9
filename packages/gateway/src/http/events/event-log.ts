import type { Role } from '@mortise/contracts';

/** What the stream of events tells of, and with which role one hears it. */
export const EVENT_ROLES = {
  /** A call began. */
  call_started: 'view',
  /** A call ended. */
  call: 'view',
  /** A call on hold began to wait, was decided, ran or ended. */
  approval: 'approve',
  /** A person stopped something or lifted a stop. */
  stops: 'view',
  /** The registry or the configuration changed: what agents have may be different. */
  changed: 'view',
  /** What is wrong with the host changed. */
  health: 'view',
  /** Runners started or ended, extensions crashed or were quarantined. */
  sandbox: 'view',
} as const satisfies Record<string, Role>;

export type EventType = keyof typeof EVENT_ROLES;

/** One thing that happened. */
export interface HostEvent {
  readonly type: EventType;
  /** Whose agent it concerns; absent for what concerns the host. */
  readonly agentId?: string;
  readonly data: object;
}

export interface LoggedEvent extends HostEvent {
  /** Grows by one with every event. */
  readonly sequence: number;
}

const MOST_KEPT = 4_096;

/**
 * The last events of a host, numbered. Each reader has a place in it and nothing of its own is kept for
 * it: one that reads slowly, or comes back too late, learns that it has missed something.
 */
export class EventLog implements Disposable {
  readonly #kept: LoggedEvent[] = [];
  #last = 0;
  #isClosed = false;
  #wake = Promise.withResolvers<void>();

  /** The number of the newest. */
  get last(): number {
    return this.#last;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  add(event: HostEvent): void {
    this.#last += 1;
    const logged = { ...event, sequence: this.#last };
    // A ring: the place of the oldest is taken by the newest.
    this.#kept[this.#last % MOST_KEPT] = logged;
    this.#tell();
  }

  /** Those behind a number; `undefined` if some of them are not kept any more. */
  after(sequence: number): readonly LoggedEvent[] | undefined {
    if (sequence > this.#last || this.#last - sequence > MOST_KEPT) return undefined;
    return Array.from({ length: this.#last - sequence }, (_, index) =>
      this.#at(sequence + index + 1),
    );
  }

  /** Resolves with the next event, or when the log is closed. */
  next(): Promise<void> {
    return this.#wake.promise;
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#tell();
  }

  #at(sequence: number): LoggedEvent {
    const event = this.#kept[sequence % MOST_KEPT];
    if (event === undefined) throw new Error('An event is missing in the log.');
    return event;
  }

  #tell(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers<void>();
  }
}
