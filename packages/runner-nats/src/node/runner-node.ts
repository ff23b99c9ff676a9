import type { Logger } from '@mortise/contracts';
import { createSandbox, FRAME_END, type JailStatus, type SandboxOptions } from '@mortise/sandbox';
import type { NatsConnection } from '@nats-io/transport-node';
import { leaveBroker } from '../broker/connect.ts';
import { ObjectBuckets } from '../store/object-buckets.ts';
import { Parcels } from '../store/parcels.ts';
import { FLEET_TIMES, type FleetTimes } from '../wire/fleet-times.ts';
import { FrameOutbox, splitFrames } from '../wire/frame-outbox.ts';
import { type HostFrame, readHostFrame } from '../wire/host-to-node.ts';
import { toHost } from '../wire/node-to-host.ts';
import { PROTOCOL, presence } from '../wire/presence.ts';
import { spokenText } from '../wire/spoken-text.ts';
import { hostOfSubject, type NodeAddress, subjectsOf } from '../wire/subjects.ts';
import { askBrokers } from './ask-brokers.ts';
import { guestLogger } from './guest-logger.ts';
import { HostLink } from './host-link.ts';
import { NodeCalls } from './node-calls.ts';
import { NodeExtensions } from './node-extensions.ts';

export interface RunnerNodeOptions {
  readonly connection: NatsConnection;
  readonly fleet: string;
  /** The name that the node's credentials allow. */
  readonly name: string;
  /** A new name of this process, and of what it stores. */
  readonly newId: () => string;
  /** How many calls it gets beside others; 10 by default. */
  readonly weight?: number;
  /** Calls of all hosts at once; 512 by default. */
  readonly maxCalls?: number;
  readonly logger: Logger;
  /** Of the sandbox of this machine. What a node may do is decided by hosts: it has no brokers. */
  readonly sandbox?: Omit<SandboxOptions, 'brokers' | 'audit' | 'logger' | 'now' | 'onEvent'>;
  /** Wall clock in ms. */
  readonly now: () => number;
  readonly times?: Partial<FleetTimes>;
  /** A host was heard for the first time, or has been silent for too long. */
  readonly onHost?: (hostId: string, change: 'joined' | 'left') => void;
}

const CHARS_PER_MESSAGE = 0.25;
/** A claim that its host does not answer is worth nothing. */
const CLAIM_MS = 5_000;
const DRAIN_MS = 30_000;
/** How long what hosts have given, before they heard that it leaves, may be on its way: it is passed on, not lost. */
const LEAVE_MS = 250;

/** A runner node: takes calls of hosts over NATS and runs them in the sandbox of its machine. */
export class RunnerNode {
  readonly address: NodeAddress;
  readonly #options: RunnerNodeOptions;
  readonly #times: FleetTimes;
  readonly #subjects: ReturnType<typeof subjectsOf>;
  readonly #links = new Map<string, HostLink>();
  readonly #calls: NodeCalls;
  readonly #extensions: NodeExtensions;
  readonly #parcels: Parcels;
  readonly #beat: NodeJS.Timeout;
  #closing: Promise<void> | undefined;

  constructor(options: RunnerNodeOptions) {
    const { connection, logger, now, newId } = options;
    this.#options = options;
    this.#times = { ...FLEET_TIMES, ...options.times };
    this.#subjects = subjectsOf(options.fleet);
    this.address = { name: options.name, instance: newId() };
    const buckets = new ObjectBuckets(connection);
    this.#parcels = new Parcels(buckets, newId);
    const calls: NodeCalls = new NodeCalls({
      ...{ logger, links: this.#links, maxCalls: options.maxCalls ?? 512, claimMs: CLAIM_MS },
      extensions: new NodeExtensions({
        ...{ buckets, bundles: this.#subjects.bundles, logger },
        openSandbox: () =>
          createSandbox({
            ...options.sandbox,
            ...{ now, logger: guestLogger(logger, (id) => calls.withCallId(id)) },
            brokers: askBrokers((id) => calls.find(id)),
          }),
      }),
    });
    this.#calls = calls;
    this.#extensions = calls.extensions;
    this.#subscribe(this.#subjects.allToNode(this.address), (hostId, text) =>
      this.#hear(hostId, text),
    );
    this.#subscribe(this.#subjects.allHellos, () => this.#sayBeat());
    this.#beat = setInterval(() => this.#tick(), this.#times.beatMs);
    this.#sayBeat();
  }

  /** Calls of all hosts that it has claimed or runs. */
  get callsInFlight(): number {
    return this.#calls.size;
  }

  /** Hosts that gave it calls and were heard lately. */
  get hosts(): readonly string[] {
    return [...this.#links.keys()];
  }

  /** What holds the processes of extensions here; one is started for it. Rejects if none can be. */
  async tryJail(): Promise<JailStatus> {
    const jail = await this.#extensions.openFirst().tryJail();
    this.#sayBeat();
    return jail;
  }

  /**
   * Takes no more calls, lets those that run end (at most `drainMs`, default 30,000), and ends. The
   * connection is drained last: its own drain does not wait for calls.
   */
  close(options: { readonly drainMs?: number } = {}): Promise<void> {
    this.#closing ??= this.#close(options.drainMs ?? DRAIN_MS);
    return this.#closing;
  }

  async #close(drainMs: number): Promise<void> {
    this.#calls.drain();
    this.#sayBeat();
    const end = performance.now() + drainMs;
    const leaveAt = this.#links.size > 0 ? Math.min(end, performance.now() + LEAVE_MS) : 0;
    const isNeeded = (now: number) => now < leaveAt || (this.#calls.size > 0 && now < end);
    while (isNeeded(performance.now()) && !this.#options.connection.isClosed())
      await new Promise((resolve) => setTimeout(resolve, 10));
    clearInterval(this.#beat);
    for (const link of this.#links.values()) this.#calls.abandon(link);
    await Promise.all(this.#extensions.sandboxes.map((each) => each.close({ drainMs: 0 })));
    for (const link of this.#links.values()) link.outbox.flush();
    await leaveBroker(this.#options.connection);
  }

  #subscribe(subject: string, take: (hostId: string, text: string) => void): void {
    this.#options.connection.subscribe(subject, {
      callback: (error, message) => {
        // A subject that the broker does not let it hear: there is no message.
        if (error !== null) return;
        const hostId = hostOfSubject(message.subject);
        const text = spokenText(message);
        if (hostId !== undefined && text !== undefined) take(hostId, text);
      },
    });
  }

  #hear(hostId: string, text: string): void {
    const link = this.#linkOf(hostId);
    link.hear(performance.now());
    for (const each of splitFrames(text)) {
      if (each === '') continue;
      const frame = readHostFrame(each);
      if (frame === undefined) this.#options.logger.error({ hostId }, 'a host sent no frame');
      else this.#take(link, frame);
    }
    link.endMessage();
  }

  #take(link: HostLink, frame: HostFrame): void {
    switch (frame.kind) {
      case 'batch':
        link.noteMessage(frame.number);
        break;
      case 'call':
        this.#calls.offer(link, frame);
        break;
      case 'run':
        this.#calls.run(link, frame);
        break;
      case 'go':
        this.#calls.go(link, frame);
        break;
      case 'drop':
        this.#calls.drop(link, frame);
        break;
      case 'cancel':
        this.#calls.cancel(link, frame);
        break;
      case 'answer':
        this.#calls.answer(link, frame);
        break;
      case 'extension':
        this.#learn(frame);
        break;
      case 'watch':
        link.tellHeld();
        break;
      case 'parcel':
        this.#fetch(link, frame);
        break;
      default:
        frame satisfies never;
    }
  }

  #learn({ key, spec }: Extract<HostFrame, { readonly kind: 'extension' }>): void {
    if (!this.#extensions.tell(key, spec))
      this.#options.logger.error({ key }, 'a host sent an extension that is not what its key says');
  }

  #fetch(link: HostLink, parcel: Extract<HostFrame, { readonly kind: 'parcel' }>): void {
    const bucket = this.#subjects.parcelsTo(this.address.name);
    this.#parcels.take(bucket, parcel).then(
      (text) => {
        const frame = readHostFrame(text.endsWith(FRAME_END) ? text.slice(0, -1) : '');
        if (frame !== undefined && frame.kind !== 'parcel') this.#take(link, frame);
      },
      (error: unknown) => {
        this.#options.logger.error({ error }, 'what a host stored for this node cannot be read');
        if (!link.calls.has(parcel.seq)) link.outbox.send(toHost.pass({ seq: parcel.seq }));
      },
    );
  }

  #linkOf(hostId: string): HostLink {
    const known = this.#links.get(hostId);
    if (known !== undefined) return known;
    const { connection } = this.#options;
    const subject = this.#subjects.toHost(hostId, this.address);
    const outbox: FrameOutbox = new FrameOutbox({
      publish: (text) => {
        if (!connection.isClosed()) connection.publish(subject, text);
      },
      // Rounded down: a claim seems older rather than younger.
      head: () => toHost.room({ at: Math.floor(performance.now()), calls: this.#calls.room }),
      maxChars: () => Math.floor((connection.info?.max_payload ?? 1_000_000) * CHARS_PER_MESSAGE),
      putAside: async (frame) => {
        const seq = Number(frame.split('\t', 2)[1]);
        const bucket = this.#subjects.parcelsFrom(this.address.name);
        await outbox.send(toHost.parcel(await this.#parcels.put(bucket, seq, frame)));
      },
    });
    const link = new HostLink(hostId, outbox, performance.now());
    this.#links.set(hostId, link);
    this.#options.onHost?.(hostId, 'joined');
    return link;
  }

  #tick(): void {
    this.#sayBeat();
    this.#calls.dropUnanswered();
    const now = performance.now();
    for (const link of this.#links.values()) {
      if (now - link.heardAt <= this.#times.hostSilentMs) continue;
      this.#calls.abandon(link);
      if (link.calls.size > 0) continue;
      this.#links.delete(link.hostId);
      this.#options.onHost?.(link.hostId, 'left');
    }
  }

  #sayBeat(): void {
    const { connection, weight = 10 } = this.#options;
    if (connection.isClosed()) return;
    const [sandbox] = this.#extensions.sandboxes;
    const beat = presence.beat({
      ...{ protocol: PROTOCOL, weight, load: this.#calls.size },
      ...{ isDraining: this.#calls.isDraining, pid: process.pid },
      jail: sandbox?.status().jail.state ?? 'unknown',
    });
    connection.publish(this.#subjects.beat(this.address), beat);
  }
}
