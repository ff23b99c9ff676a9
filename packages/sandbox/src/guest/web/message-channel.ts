import { DOMException, Event, EventTarget, hasTimer, setGuestTimeout, useChunk } from './core.ts';
import { defineHandlers } from './handler-attributes.ts';
import { promisesSettle } from './promises-settle.ts';

interface MessageInit {
  readonly data?: unknown;
  readonly origin?: unknown;
  readonly lastEventId?: unknown;
  readonly source?: unknown;
  readonly ports?: Iterable<unknown>;
}

export class MessageEvent extends Event {
  readonly #init: MessageInit;
  readonly #ports: readonly unknown[];

  constructor(type: string, init: MessageInit = {}) {
    super(type, init);
    this.#init = init;
    this.#ports = Object.freeze([...(init.ports ?? [])]);
  }

  get data(): unknown {
    return this.#init.data ?? null;
  }

  get origin(): string {
    return `${this.#init.origin ?? ''}`;
  }

  get lastEventId(): string {
    return `${this.#init.lastEventId ?? ''}`;
  }

  get source(): unknown {
    return this.#init.source ?? null;
  }

  get ports(): readonly unknown[] {
    return this.#ports;
  }
}

/** Messages wait for a turn of their own, all of a turn behind one timer. */
const waiting: (() => void)[] = [];
let timer = 0;

function deliverLater(deliver: () => void): void {
  waiting.push(deliver);
  // Timers end with the last call of an isolate; messages that waited then go out in the next.
  if (!hasTimer(timer)) timer = setGuestTimeout(deliverAll, 0);
}

async function deliverAll(): Promise<void> {
  for (const deliver of waiting.splice(0)) {
    deliver();
    await promisesSettle();
  }
}

let entangle: (one: MessagePort, other: MessagePort) => void;

export class MessagePort extends EventTarget {
  #other: MessagePort | undefined;
  #isStarted = false;
  #queue: unknown[] = [];

  static {
    entangle = (one, other) => {
      one.#other = other;
      other.#other = one;
    };
  }

  postMessage(message: unknown, options?: unknown): void {
    const data = useChunk('clone').structuredClone(message, transferOf(options));
    const other = this.#other;
    if (other === undefined) return;
    other.#queue.push(data);
    if (other.#isStarted) deliverLater(() => other.#deliver());
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    if (this.#queue.length > 0) deliverLater(() => this.#deliver());
  }

  close(): void {
    const other = this.#other;
    this.#other = undefined;
    if (other !== undefined) other.#other = undefined;
  }

  /** For Node: nothing of a guest keeps a process alive. */
  ref(): void {}

  unref(): void {}

  #deliver(): void {
    for (const data of this.#queue.splice(0))
      this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

defineHandlers(MessagePort, ['message', 'messageerror'], (port) => port.start());

export class MessageChannel {
  readonly port1 = new MessagePort();
  readonly port2 = new MessagePort();

  constructor() {
    entangle(this.port1, this.port2);
  }
}

const channels = new Map<string, Set<BroadcastChannel>>();

/** Reaches the other channels of that name in its isolate, and nothing beyond. */
export class BroadcastChannel extends EventTarget {
  readonly name: string;
  #isClosed = false;

  constructor(name: unknown) {
    super();
    this.name = `${name}`;
    const group = channels.get(this.name) ?? new Set();
    channels.set(this.name, group.add(this));
  }

  postMessage(message: unknown): void {
    if (this.#isClosed) throw new DOMException('The channel is closed', 'InvalidStateError');
    for (const other of channels.get(this.name) ?? []) {
      if (other === this) continue;
      const data = useChunk('clone').structuredClone(message);
      deliverLater(() => other.#receive(data));
    }
  }

  close(): void {
    this.#isClosed = true;
    const group = channels.get(this.name);
    group?.delete(this);
    if (group?.size === 0) channels.delete(this.name);
  }

  ref(): void {}

  unref(): void {}

  #receive(data: unknown): void {
    if (!this.#isClosed) this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

defineHandlers(BroadcastChannel, ['message', 'messageerror']);

function transferOf(options: unknown): { readonly transfer?: Iterable<unknown> } {
  if (typeof options !== 'object' || options === null) return {};
  return Symbol.iterator in options
    ? { transfer: options as Iterable<unknown> }
    : (options as { readonly transfer?: Iterable<unknown> });
}
