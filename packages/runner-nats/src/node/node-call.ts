import type { RunRequest } from '@mortise/contracts';
import { toHost } from '../wire/node-to-host.ts';
import type { HostLink } from './host-link.ts';

export interface HostAnswer {
  readonly isOk: boolean;
  readonly value: unknown;
}

const ID_MARK = ':';

/** The parts of the `id` of a call. */
export function partsOfId(id: string): { readonly hostId: string; readonly seq: number } {
  const [hostId = '', seq] = id.split(ID_MARK);
  return { hostId, seq: Number(seq) };
}

/** A call that a host has offered to this node. It runs once the host has said so. */
export class NodeCall {
  readonly seq: number;
  readonly link: HostLink;
  readonly extensionKey: string;
  /** What its extension is called is known once that is loaded. */
  readonly request: Omit<RunRequest, 'extensionId'>;
  readonly claimedAt: number;
  readonly #abort = new AbortController();
  /** Made with the first question: most calls ask nothing of the host. */
  #asked: Map<number, (answer: HostAnswer) => void> | undefined;
  #isRunning = false;
  #lastAsk = 0;
  /** Its turn has come, and its host does not know. */
  #isUntold = false;

  constructor(
    link: HostLink,
    offer: Pick<NodeCall, 'seq' | 'extensionKey' | 'request'>,
    now: number,
  ) {
    this.link = link;
    this.seq = offer.seq;
    this.extensionKey = offer.extensionKey;
    this.request = offer.request;
    this.claimedAt = now;
  }

  /** Names it among the calls of all hosts; no guest sees it. */
  get id(): string {
    return `${this.link.hostId}${ID_MARK}${this.seq}`;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The host said so. False if it runs already. */
  begin(): boolean {
    if (this.#isRunning) return false;
    this.#isRunning = true;
    return true;
  }

  start(): void {
    this.#isUntold = true;
  }

  tellStarted(): void {
    if (!this.#isUntold) return;
    this.#isUntold = false;
    this.link.outbox.send(toHost.started({ seq: this.seq }));
  }

  /** Its host has its answer. */
  finish(): void {
    this.#isUntold = false;
  }

  cancel(): void {
    this.#abort.abort();
  }

  /** The number of the next question to the host, and its answer. */
  ask(): { readonly id: number; readonly answer: Promise<HostAnswer> } {
    this.#lastAsk += 1;
    const id = this.#lastAsk;
    const { promise, resolve } = Promise.withResolvers<HostAnswer>();
    this.#asked ??= new Map();
    this.#asked.set(id, resolve);
    return { id, answer: promise };
  }

  answer(id: number, answer: HostAnswer): void {
    this.#asked?.get(id)?.(answer);
    this.#asked?.delete(id);
  }
}
