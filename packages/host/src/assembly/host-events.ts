import type { CallReport, Disposer, Logger, ToolCall, TrimNotice } from '@mortise/contracts';
import { createDisposer, type HostHooks } from '@mortise/core';
import type { SandboxEvent } from '@mortise/sandbox';
import type { StopChange } from '../stops/stop-switch.ts';

/** What a host tells, and with what. Unlike hooks, listeners can leave again. */
export interface HostEvents {
  /** The registry or the configuration changed; what a request gets may be different from now on. */
  readonly changed: undefined;
  /** A session loaded or unloaded something, here or in another process; `undefined` if it may be any session. */
  readonly sessionChanged: ChangedSession | undefined;
  readonly callStarted: ToolCall;
  readonly callFinished: CallReport;
  readonly resultTrimmed: TrimNotice;
  /** A person stopped something or lifted a stop, here or in another process. */
  readonly stops: StopChange;
  /** Runners that start and end, extensions that crash and are quarantined. */
  readonly sandbox: SandboxEvent;
}

/** A session by the key under which it is kept. */
export interface ChangedSession {
  readonly agentId: string;
  readonly sessionKey: string;
}

export type HostEventName = keyof HostEvents;

type Listener = (value: never) => void;

/** Tells every listener; one that throws is logged, and the others are told all the same. */
export class HostEventFeed {
  readonly #logger: Logger;
  readonly #listeners = new Map<HostEventName, Set<{ readonly tell: Listener }>>();

  readonly #unfollowed = new Map<HostEventName, () => void>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Passes on what hooks tell, each from its first listener on: a hook without taps costs a call nothing. */
  follow({ callStarted, callFinished, resultTrimmed }: HostHooks): void {
    const by = 'mortise-events';
    this.#unfollowed
      .set('callStarted', () => callStarted.tap(by, (call) => this.emit('callStarted', call)))
      .set('callFinished', () => callFinished.tap(by, (end) => this.emit('callFinished', end)))
      .set('resultTrimmed', () => resultTrimmed.tap(by, (cut) => this.emit('resultTrimmed', cut)));
  }

  on<Name extends HostEventName>(name: Name, tell: (value: HostEvents[Name]) => void): Disposer {
    const registered = { tell };
    this.#unfollowed.get(name)?.();
    this.#unfollowed.delete(name);
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(registered));
    return createDisposer(() => listeners.delete(registered));
  }

  emit<Name extends HostEventName>(name: Name, value: HostEvents[Name]): void {
    for (const { tell } of this.#listeners.get(name) ?? []) {
      try {
        // `on` let nothing else in under this name.
        (tell as (given: HostEvents[Name]) => void)(value);
      } catch (error) {
        this.#logger.error({ event: name, error: String(error) }, 'A listener of the host failed.');
      }
    }
  }
}
