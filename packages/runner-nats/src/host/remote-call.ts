import type { RunPorts, RunProgress, RunRequest, ToolOutcome } from '@mortise/contracts';
import { HostCallCounter } from '@mortise/sandbox';
import type { NodeHandle } from './node-handle.ts';
import type { RemoteExtension } from './remote-extension.ts';
import { SeenAsks } from './seen-asks.ts';

export interface RemoteCallParts {
  readonly extension: RemoteExtension;
  readonly request: RunRequest;
  readonly ports: RunPorts;
  /** What a node is told of `request`. */
  readonly body: string;
  readonly resolve: (outcome: ToolOutcome) => void;
  /** When a node must have claimed it. */
  readonly claimBy: number;
}

/**
 * `waiting` for a node, `offered` to one, `granted`: the host has told the one node that claimed it to
 * run it. Until then no code of it runs anywhere.
 */
export type RemoteCallState = 'waiting' | 'offered' | 'granted' | 'ended';

/** A call on its way through the fleet. `RemoteCalls` alone moves it on. */
export class RemoteCall {
  readonly extension: RemoteExtension;
  readonly request: RunRequest;
  readonly body: string;
  readonly claimBy: number;
  readonly #parts: RemoteCallParts;
  /** Made with the first use: most calls ask nothing of the host. */
  #abort: AbortController | undefined;
  #asks: HostCallCounter | undefined;
  #seenAsks: SeenAsks | undefined;
  #abortListener: (() => void) | undefined;
  #state: RemoteCallState = 'waiting';
  /** New with every offer, so that a claim of an offer that is void is known as one. */
  #seq = 0;
  #node: NodeHandle | undefined;
  #offeredAt = 0;
  #goMessage = 0;
  #endBy = Number.POSITIVE_INFINITY;
  /** Questions to who is behind the call that are open, and how much of its time is left meanwhile. */
  #waits = 0;
  #restMs = 0;
  #lines = 0;
  #runs = 0;
  #hasStarted = false;
  #arriving = 0;
  #isCancelled = false;
  #isAhead = false;
  #place = -1;
  /** Most calls leave nothing for their node. */
  #leaveListeners: (() => void)[] | undefined;

  constructor(parts: RemoteCallParts) {
    this.#parts = parts;
    this.extension = parts.extension;
    this.request = parts.request;
    this.body = parts.body;
    this.claimBy = parts.claimBy;
  }

  /** In the list of those that have not ended. */
  get place(): number {
    return this.#place;
  }

  moveTo(place: number): void {
    this.#place = place;
  }

  get state(): RemoteCallState {
    return this.#state;
  }

  get seq(): number {
    return this.#seq;
  }

  get node(): NodeHandle | undefined {
    return this.#node;
  }

  get offeredAt(): number {
    return this.#offeredAt;
  }

  /** The message that told its node to run it. */
  get goMessage(): number {
    return this.#goMessage;
  }

  /** When its node must have answered; none before its time begins. */
  get endBy(): number {
    return this.#endBy;
  }

  /** How often nodes were told to run it. */
  get runs(): number {
    return this.#runs;
  }

  /** Aborts when the call ends. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    return this.#abort.signal;
  }

  /** What it asks of the host. */
  get asks(): HostCallCounter {
    this.#asks ??= new HostCallCounter(this.extension.limits);
    return this.#asks;
  }

  get seenAsks(): SeenAsks {
    this.#seenAsks ??= new SeenAsks();
    return this.#seenAsks;
  }

  /** It has asked something since its node was told to run it. */
  get hasAsked(): boolean {
    return this.#asks?.hasAsked === true;
  }

  get hostCalls(): number {
    return this.#asks?.made ?? 0;
  }

  /** A node was told to run it, so that its code may have run. */
  get mayHaveRun(): boolean {
    return this.#runs > 0;
  }

  /** A frame of it is being fetched from the object store. */
  get isArriving(): boolean {
    return this.#arriving > 0;
  }

  /** Its node was told to end it. */
  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** One more is to be fetched; false if it has more on the way than open questions and its answer. */
  arrive(): boolean {
    if (this.#arriving > this.extension.limits.pendingHostCalls) return false;
    this.#arriving += 1;
    return true;
  }

  arrived(): void {
    this.#arriving -= 1;
  }

  cancel(): void {
    this.#isCancelled = true;
  }

  offer(node: NodeHandle, seq: number, now: number): void {
    this.#state = 'offered';
    this.#node = node;
    this.#seq = seq;
    this.#offeredAt = now;
    node.calls.add(this);
  }

  grant(goMessage: number, { isAhead = false }: { readonly isAhead?: boolean } = {}): void {
    if (this.#state === 'offered') this.#runs += 1;
    this.#state = 'granted';
    this.#goMessage = goMessage;
    this.#isAhead = isAhead;
  }

  /** Its node may still say that it does not take it: it has claimed it ahead, and has not begun. */
  get mayBePassed(): boolean {
    return this.#state === 'offered' || (this.#isAhead && !this.hasAsked);
  }

  /** Its node does not take it. */
  pass(): void {
    if (this.#state === 'granted') this.#runs -= 1;
    this.leaveNode('passed');
  }

  /**
   * It is with no node any more. If the host took it away, what the node says of it later is late, not a lie; if the
   * node has answered, that holds for what was on its way beside the answer.
   */
  leaveNode(why: 'passed' | 'answered' | 'taken'): void {
    this.#node?.calls.delete(this.#seq);
    if (why === 'taken') this.#node?.notePast(this.#seq);
    if (why === 'answered') this.#node?.noteAnswered(this.#seq);
    this.#node = undefined;
    this.#state = 'waiting';
    this.#endBy = Number.POSITIVE_INFINITY;
    this.#waits = 0;
    this.#asks?.restart();
    this.#seenAsks?.restart();
    this.#arriving = 0;
    this.#isAhead = false;
    for (const listener of this.#leaveListeners ?? []) listener();
    this.#leaveListeners = undefined;
  }

  /** Once, when it is not with its node any more. */
  onLeave(listener: () => void): void {
    this.#leaveListeners ??= [];
    this.#leaveListeners.push(listener);
  }

  /** Its node must answer by then. */
  expectEnd(endBy: number): void {
    this.#endBy = Math.min(this.#endBy, endBy);
  }

  /** Its turn has come on a node. Tells the one who asked once, whatever a listener throws. */
  start(): void {
    this.#isAhead = false;
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    quietly(() => this.#parts.ports.onStarted?.());
  }

  progress(progress: RunProgress): void {
    quietly(() => this.#parts.ports.onProgress(progress));
  }

  /** Who can be asked behind the call. */
  get client(): RunPorts['client'] {
    return this.#parts.ports.client;
  }

  /** It waits for who is behind it, at most so long: that time is not its own. */
  beginWait(now: number, mostMs: number): void {
    this.#waits += 1;
    if (this.#waits > 1) return;
    this.#restMs = this.#endBy - now;
    this.#endBy = now + mostMs;
    quietly(() => this.#parts.ports.onWaiting?.(true));
  }

  endWait(now: number): void {
    if (this.#waits === 0) return;
    this.#waits -= 1;
    if (this.#waits > 0) return;
    this.#endBy = now + this.#restMs;
    quietly(() => this.#parts.ports.onWaiting?.(false));
  }

  /** Lines of log and of progress, which show that it has begun; false if there are more than it may have. */
  countLine(): boolean {
    this.#isAhead = false;
    this.#lines += 1;
    return this.#lines <= this.extension.limits.logLinesPerCall + 1;
  }

  onAbort(listener: () => void): void {
    this.#abortListener = listener;
    this.#parts.ports.signal.addEventListener('abort', listener);
  }

  /** False if it has ended before. */
  end(outcome: ToolOutcome): boolean {
    if (this.#state === 'ended') return false;
    this.#state = 'ended';
    if (this.#abortListener !== undefined)
      this.#parts.ports.signal.removeEventListener('abort', this.#abortListener);
    this.#abort?.abort();
    this.#parts.resolve(outcome);
    return true;
  }
}

function quietly(listener: () => void): void {
  try {
    listener();
  } catch {
    // A listener of the embedder cannot end the call it listens to.
  }
}
