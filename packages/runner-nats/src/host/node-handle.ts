import type { FrameOutbox } from '../wire/frame-outbox.ts';
import type { Beat } from '../wire/presence.ts';
import type { NodeAddress } from '../wire/subjects.ts';
import { ParcelQueue } from './parcel-queue.ts';
import type { RemoteCall } from './remote-call.ts';

/** Ended calls that are remembered, so that what is late of them is no offence. */
const MAX_PAST = 10_000;

/** One process of a runner node, as this host sees it. */
export class NodeHandle {
  readonly address: NodeAddress;
  readonly id: string;
  readonly outbox: FrameOutbox;
  /** The calls that are offered to it or run there, by their number. */
  readonly calls = new Map<number, RemoteCall>();
  /** What it left in the object store. */
  readonly parcels = new ParcelQueue();
  readonly #past = new Set<number>();
  readonly #answered = new Set<number>();
  #beat: Beat;
  #heardAt: number;
  #messages = 0;
  #refusedFrames = 0;
  #isSuspect = false;
  #isGone = false;

  constructor(address: NodeAddress, beat: Beat, parts: { outbox: FrameOutbox; now: number }) {
    this.address = address;
    this.id = `${address.name}.${address.instance}`;
    this.outbox = parts.outbox;
    this.#beat = beat;
    this.#heardAt = parts.now;
  }

  get beat(): Beat {
    return this.#beat;
  }

  get heardAt(): number {
    return this.#heardAt;
  }

  /** It may be given calls. */
  get isServing(): boolean {
    return !this.#isGone && !this.#isSuspect && !this.#beat.isDraining;
  }

  /** How full it is: calls for each part of its weight. */
  get load(): number {
    return (Math.max(this.calls.size, this.#beat.load) + 1) / Math.max(1, this.#beat.weight);
  }

  hear(now: number): void {
    this.#heardAt = now;
  }

  noteBeat(beat: Beat, now: number): void {
    this.#beat = beat;
    this.#heardAt = now;
    this.#isSuspect = false;
  }

  /** It did not take a call in time: it gets no other before it says again that it is there. */
  suspect(): void {
    this.#isSuspect = true;
  }

  leave(): void {
    this.#isGone = true;
  }

  /** It was taken for lost, and says again that it is there. */
  comeBack(beat: Beat, now: number): void {
    this.#isGone = false;
    this.noteBeat(beat, now);
  }

  /** The number of the message that is sent next. */
  nextMessage(): number {
    this.#messages += 1;
    return this.#messages;
  }

  /** The number of the message that a frame goes out with that is sent now. */
  get pendingMessage(): number {
    return this.#messages + 1;
  }

  countRefused(): number {
    this.#refusedFrames += 1;
    return this.#refusedFrames;
  }

  /** The host ended it; the node may not have heard. */
  notePast(seq: number): void {
    remember(this.#past, seq);
  }

  /** The node has answered it; what its guest said besides may come after that. */
  noteAnswered(seq: number): void {
    remember(this.#answered, seq);
  }

  isPast(seq: number): boolean {
    return this.#past.has(seq);
  }

  isAnswered(seq: number): boolean {
    return this.#answered.has(seq);
  }
}

function remember(calls: Set<number>, seq: number): void {
  calls.add(seq);
  const [oldest] = calls;
  if (calls.size > MAX_PAST && oldest !== undefined) calls.delete(oldest);
}
