import type { CapabilitySubject } from '@mortise/contracts';
import { failed } from '../broker-refusal.ts';

/** Something of the network that stays open between two host calls. */
export interface OpenStream {
  close(): void;
}

const MOST_STREAMS = 16;

/** What running calls have open, by the numbers that they chose. All of it ends with its call. */
export class CallStreams {
  // By signal: it is the call's own for as long as it runs, and its id may be another session's too.
  readonly #byCall = new WeakMap<AbortSignal, Map<number, OpenStream>>();

  add({ signal }: CapabilitySubject, number: number, stream: OpenStream): void {
    const streams = this.#byCall.get(signal) ?? this.#openCall(signal);
    if (streams.has(number)) throw failed(`The stream ${number} is open already.`);
    if (streams.size >= MOST_STREAMS)
      throw failed(`More than ${MOST_STREAMS} streams of one call are open at once.`);
    streams.set(number, stream);
  }

  /** Undefined if it is not open. */
  find({ signal }: CapabilitySubject, number: number): OpenStream | undefined {
    return this.#byCall.get(signal)?.get(number);
  }

  /** Closes a stream if it is still this one. */
  remove({ signal }: CapabilitySubject, number: number, stream: OpenStream): void {
    const streams = this.#byCall.get(signal);
    if (streams?.get(number) === stream) streams.delete(number);
    stream.close();
  }

  #openCall(signal: AbortSignal): Map<number, OpenStream> {
    const streams = new Map<number, OpenStream>();
    this.#byCall.set(signal, streams);
    const closeAll = () => {
      for (const stream of streams.values()) stream.close();
      streams.clear();
    };
    signal.addEventListener('abort', closeAll, { once: true });
    return streams;
  }
}
