import { createSeqTable, type TableBySeq } from '@mortise/sandbox';
import type { FrameOutbox } from '../wire/frame-outbox.ts';
import { toHost } from '../wire/node-to-host.ts';
import type { NodeCall } from './node-call.ts';

/** A call that is answered by then is not told of as started before. */
const STARTED_MS = 20;

/** One host, as a node sees it: what it was given and when it was heard. */
export class HostLink {
  readonly hostId: string;
  readonly outbox: FrameOutbox;
  /** By their number. */
  readonly calls: TableBySeq<NodeCall> = createSeqTable();
  #heard = 0;
  #arriving = 0;
  #heardAt: number;
  #begun: NodeCall[] = [];
  #isTelling = false;

  constructor(hostId: string, outbox: FrameOutbox, now: number) {
    this.hostId = hostId;
    this.outbox = outbox;
    this.#heardAt = now;
  }

  get heardAt(): number {
    return this.#heardAt;
  }

  hear(now: number): void {
    this.#heardAt = now;
  }

  /** The number of the message that is being taken. */
  noteMessage(number: number): void {
    this.#arriving = number;
  }

  /**
   * All of the message was taken: answers behind its number know all that the host said up to it. Not before: of what
   * stands behind a `watch` its answer would say that it never came.
   */
  endMessage(): void {
    this.#heard = Math.max(this.#heard, this.#arriving);
  }

  /** Its turn has come. The host does not wait for that: of most calls their answer says it. */
  noteStarted(call: NodeCall): void {
    call.start();
    this.#begun.push(call);
    if (this.#isTelling) return;
    this.#isTelling = true;
    setTimeout(() => this.#tellStarted(), STARTED_MS).unref();
  }

  #tellStarted(): void {
    const begun = this.#begun;
    this.#begun = [];
    this.#isTelling = false;
    for (const call of begun) call.tellStarted();
  }

  /** Tells the host what this node has of it, so that it sees what was lost on the way. */
  tellHeld(): void {
    const calls = this.calls.values();
    const running = calls.filter(({ isRunning }) => isRunning).map(({ seq }) => seq);
    const claimed = calls.filter(({ isRunning }) => !isRunning).map(({ seq }) => seq);
    const held = JSON.stringify({ running, claimed });
    this.outbox.send(toHost.holding({ heard: this.#heard, calls: held }));
  }
}
