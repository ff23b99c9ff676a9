import { createSeqTable, type TableBySeq } from '@mortise/sandbox';
import type { FrameOutbox } from '../wire/frame-outbox.ts';
import type { Beat } from '../wire/presence.ts';
import type { NodeAddress } from '../wire/subjects.ts';
import { ParcelQueue } from './parcel-queue.ts';
import { RecentCalls } from './recent-calls.ts';
import type { RemoteCall } from './remote-call.ts';

/**
 * A claim ahead holds for so long after it was heard. As short as a claim takes that is asked for: a node that is
 * frozen meanwhile keeps what it was given, and what it was only offered goes elsewhere.
 */
const ROOM_MS = 10;

interface ClaimAhead {
  /** By the clock of the node. */
  readonly at: number;
  readonly until: number;
  calls: number;
}

/** One process of a runner node, as this host sees it. */
export class NodeHandle {
  readonly address: NodeAddress;
  readonly id: string;
  readonly outbox: FrameOutbox;
  /** The calls that are offered to it or run there, by their number. */
  readonly calls: TableBySeq<RemoteCall> = createSeqTable();
  /** What it left in the object store. */
  readonly parcels = new ParcelQueue();
  readonly #past = new RecentCalls();
  readonly #answered = new RecentCalls();
  #beat: Beat;
  #heardAt: number;
  #messages = 0;
  #refusedFrames = 0;
  #room: ClaimAhead | undefined;
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

  /** It has claimed so many calls ahead, at `at` of its clock. */
  noteRoom(at: number, calls: number, now: number): void {
    this.#room = { at, calls, until: now + ROOM_MS };
  }

  /** Uses up one call that it has claimed ahead and answers when it did; undefined if there is none that is fresh. */
  takeRoom(now: number): number | undefined {
    const room = this.#room;
    if (room === undefined || room.calls === 0 || now > room.until) return undefined;
    room.calls -= 1;
    return room.at;
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
    this.#past.add(seq);
  }

  /** The node has answered it; what its guest said besides may come after that. */
  noteAnswered(seq: number): void {
    this.#answered.add(seq);
  }

  isPast(seq: number): boolean {
    return this.#past.has(seq);
  }

  isAnswered(seq: number): boolean {
    return this.#answered.has(seq);
  }
}
