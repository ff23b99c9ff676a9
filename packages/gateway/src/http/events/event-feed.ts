import { CallJournal } from './call-journal.ts';
import { EventLog } from './event-log.ts';
import { type EventStreamOptions, streamEvents } from './event-stream.ts';
import { type WatchedHost, watchHost } from './watch-host.ts';

export interface EventFeedParts extends WatchedHost {
  readonly newId: () => string;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/** Calls are followed for so long after the last stream has ended: a page that is loaded again misses nothing, ms. */
const LINGER_MS = 60_000;

/**
 * The streams of events of one gateway. Nothing is watched before the first of them, and calls are
 * followed step by step only while there is one.
 */
export class EventFeed implements Disposable {
  readonly #parts: EventFeedParts;
  readonly #log = new EventLog();
  readonly #epoch: string;
  #watching: Disposable | undefined;
  #journal: CallJournal | undefined;
  #streams = 0;
  #leaving: NodeJS.Timeout | undefined;

  constructor(parts: EventFeedParts) {
    this.#parts = parts;
    this.#epoch = parts.newId().replaceAll(/\W/g, '').slice(0, 12);
  }

  /** What is known of calls step by step; `undefined` while no stream is open. */
  get journal(): CallJournal | undefined {
    return this.#journal;
  }

  open(options: EventStreamOptions): ReadableStream<Uint8Array> {
    this.#watching ??= watchHost(this.#log, this.#parts);
    this.#enter();
    return streamEvents(
      { log: this.#log, epoch: this.#epoch, onEnd: () => this.#leave() },
      options,
    );
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#leaving);
    this.#watching?.[Symbol.dispose]();
    this.#journal?.[Symbol.dispose]();
    this.#log[Symbol.dispose]();
  }

  #enter(): void {
    const { host, now } = this.#parts;
    clearTimeout(this.#leaving);
    this.#streams += 1;
    this.#journal ??= new CallJournal({
      ...{ host, now },
      onStarted: (call) => {
        const { agentId } = call;
        const data = { ...call };
        this.#log.add({
          ...{ type: 'call_started', data },
          ...(agentId === undefined ? {} : { agentId }),
        });
      },
    });
  }

  #leave(): void {
    this.#streams -= 1;
    if (this.#streams > 0) return;
    this.#leaving = setTimeout(() => {
      this.#journal?.[Symbol.dispose]();
      this.#journal = undefined;
    }, LINGER_MS).unref();
  }
}
