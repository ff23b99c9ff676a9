import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@mortise/contracts';
import { FRAME_END } from '@mortise/sandbox';
import type { NatsConnection } from '@nats-io/transport-node';
import { type BrokerStatus, BrokerWatch } from '../broker/broker-watch.ts';
import { leaveBroker } from '../broker/connect.ts';
import { type BucketRule, ObjectBuckets } from '../store/object-buckets.ts';
import { Parcels } from '../store/parcels.ts';
import type { FleetTimes } from '../wire/fleet-times.ts';
import { FrameOutbox } from '../wire/frame-outbox.ts';
import { toNode } from '../wire/host-to-node.ts';
import { PROTOCOL, presence, readPresence } from '../wire/presence.ts';
import { spokenText } from '../wire/spoken-text.ts';
import { type FleetSubjects, nodeOfSubject, subjectsOf } from '../wire/subjects.ts';
import type { FleetOptions } from './fleet-options.ts';
import type { NodeHandle } from './node-handle.ts';
import { NodeTable } from './node-table.ts';

export interface FleetLinkParts {
  readonly fleet: FleetOptions;
  readonly times: FleetTimes;
  readonly logger: Logger;
  /** Nodes that say that nothing holds their processes get no calls. */
  readonly requiresJail: boolean;
  readonly onMessage: (node: NodeHandle, text: string) => void;
  readonly onJoined: () => void;
  readonly onSweep: (now: number) => void;
  readonly onSilent: (node: NodeHandle, seconds: number) => void;
  readonly openCalls: () => number;
}

const SWEEP_MS = 50;
/** After a broker refused this host. */
const REFUSED_MS = 2_000;
const DAY_MS = 86_400_000;
/** Code of extensions; it is stored again when a node asks for it later. */
const BUNDLES = { keepMs: 7 * DAY_MS, maxBytes: 2_000_000_000 };
const PARCELS = { keepMs: 600_000, maxBytes: 500_000_000 };
/** A character takes at most three bytes, and a message some for its head. */
const CHARS_PER_MESSAGE = 0.25;

/** The connection of a host with its fleet: who is there, what is sent, and the clock of it. */
export class FleetLink {
  readonly subjects: FleetSubjects;
  readonly nodes: NodeTable;
  readonly broker = new BrokerWatch(({ state }) => this.#noteState(state));
  readonly #parts: FleetLinkParts;
  readonly #hostId: string;
  readonly #storing = new Map<string, Promise<void>>();
  /** Names of nodes that have been there. */
  readonly #bucketsOf = new Set<string>();
  /** Buckets that the broker did not make; it is asked again. */
  readonly #unmade = new Map<string, BucketRule>();
  #connection: NatsConnection | undefined;
  #buckets: ObjectBuckets | undefined;
  #parcels: Parcels | undefined;
  #sweep: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;
  #sweptAt = 0;
  #wasLost = false;
  readonly #closing = new AbortController();

  constructor(parts: FleetLinkParts) {
    this.#parts = parts;
    this.#hostId = parts.fleet.newId();
    this.subjects = subjectsOf(parts.fleet.fleet);
    this.nodes = new NodeTable({
      requiresJail: parts.requiresJail,
      outboxOf: (_address, node) => this.#outboxOf(node),
      onJoined: (node) => {
        this.#makeBuckets(node.address.name);
        parts.logger.info({ node: node.id }, 'a runner node has joined');
        parts.onJoined();
      },
    });
  }

  get parcels(): Parcels | undefined {
    return this.#parcels;
  }

  /** Connects in the background; until then there are no nodes. */
  open(): void {
    void this.#keepConnected();
  }

  /** There are calls: the clock runs. */
  wake(): void {
    if (this.#sweep !== undefined || this.#closing.signal.aborted) return;
    this.#sweptAt = performance.now();
    this.#sweep = setInterval(() => this.#tick(), SWEEP_MS);
    this.#sweep.unref();
  }

  /** Has texts stored under their hashes that are not there. */
  async publish(texts: ReadonlyMap<string, string>): Promise<void> {
    await Promise.all([...texts].map(([sum, text]) => this.#store(sum, text)));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#sweep);
    clearInterval(this.#watch);
    for (const { outbox } of this.nodes.all) outbox.flush();
    if (this.#connection !== undefined) await leaveBroker(this.#connection);
  }

  /** A broker that does not let this host in may do so later, when its configuration was mended. */
  async #keepConnected(): Promise<void> {
    const { fleet, logger } = this.#parts;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        const onUnreachable = (reason: string) => this.broker.note('lost', reason);
        const connection = await fleet.connect({ signal, onUnreachable });
        if (signal.aborted) await connection.close();
        else {
          this.#use(connection);
          await this.broker.follow(connection);
        }
      } catch (error) {
        if (signal.aborted) return;
        const reason = error instanceof Error ? error.message : String(error);
        if (this.broker.status.reason !== reason)
          logger.error({ error }, 'the broker of the fleet does not let this host in');
        this.broker.note('refused', reason);
      }
      await pause(REFUSED_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  #use(connection: NatsConnection): void {
    this.#connection = connection;
    this.#buckets = new ObjectBuckets(connection);
    this.#parcels = new Parcels(this.#buckets, this.#parts.fleet.newId);
    connection.subscribe(this.subjects.allBeats, {
      callback: (error, message) => {
        if (error === null) this.#hearBeat(message.subject, spokenText(message));
      },
    });
    connection.subscribe(this.subjects.allToHost(this.#hostId), {
      callback: (error, message) => {
        if (error === null) this.#hear(message.subject, spokenText(message));
      },
    });
    const hello = () =>
      connection.publish(this.subjects.hello(this.#hostId), presence.hello({ protocol: PROTOCOL }));
    hello();
    clearInterval(this.#watch);
    this.#watch = setInterval(() => this.#watchNodes(hello), this.#parts.times.beatMs);
    this.#watch.unref();
  }

  /** A broker that is back may have lost what it kept. */
  #noteState(state: BrokerStatus['state']): void {
    const isBack = state === 'connected' && this.#wasLost;
    this.#wasLost = state !== 'connected';
    if (!isBack) return;
    this.#buckets?.forget();
    for (const name of new Set(this.nodes.all.map(({ address }) => address.name)))
      this.#makeBuckets(name);
  }

  #hearBeat(subject: string, text = ''): void {
    const address = nodeOfSubject(subject);
    const frame = readPresence(text.endsWith(FRAME_END) ? text.slice(0, -1) : '');
    if (address === undefined || frame?.kind !== 'beat') return;
    if (frame.protocol === PROTOCOL) this.nodes.noteBeat(address, frame, performance.now());
  }

  #hear(subject: string, text: string | undefined): void {
    const address = nodeOfSubject(subject);
    const node = address && this.nodes.find(address);
    if (node === undefined || text === undefined) return;
    node.hear(performance.now());
    this.#parts.onMessage(node, text);
  }

  #tick(): void {
    const now = performance.now();
    // This host itself stood still: what nodes said meanwhile is still to be read.
    const isLate = now - this.#sweptAt > this.#parts.times.silentMs / 2;
    this.#sweptAt = now;
    if (isLate) for (const node of this.nodes.all) node.hear(now);
    else this.#parts.onSweep(now);
    if (this.#parts.openCalls() > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  /** Once in a while: nodes hear that this host lives, and those that say nothing are lost. */
  #watchNodes(hello: () => void): void {
    const { silentMs } = this.#parts.times;
    const now = performance.now();
    for (const node of this.nodes.all) {
      const silence = now - node.heardAt;
      if (silence > silentMs) this.#parts.onSilent(node, Math.round(silence / 100) / 10);
      else if (node.calls.size > 0) node.outbox.send(toNode.watch({ calls: node.calls.size }));
    }
    this.#forgetBuckets();
    for (const [bucket, rule] of this.#unmade) void this.#makeBucket(bucket, rule);
    if (this.nodes.all.length === 0) hello();
  }

  #outboxOf(nodeOf: () => NodeHandle): FrameOutbox {
    return new FrameOutbox({
      publish: (text) => {
        const { address } = nodeOf();
        const connection = this.#connection;
        if (connection === undefined || connection.isClosed() || connection.isDraining()) return;
        connection.publish(this.subjects.toNode(address, this.#hostId), text);
      },
      head: () => toNode.batch({ number: nodeOf().nextMessage() }),
      maxChars: () =>
        Math.floor((this.#connection?.info?.max_payload ?? 1_000_000) * CHARS_PER_MESSAGE),
      putAside: (frame) => this.#putAside(nodeOf(), frame),
    });
  }

  async #putAside(node: NodeHandle, frame: string): Promise<void> {
    const seq = seqOf(frame);
    const call = node.calls.get(seq);
    const bucket = this.subjects.parcelsTo(node.address.name);
    try {
      const parcels = this.#parcels;
      const parcel = await parcels?.put(bucket, seq, frame);
      if (parcel === undefined) return;
      const remove = () => parcels?.remove(bucket, parcel.name);
      if (call !== undefined && (call.node !== node || call.seq !== seq)) remove();
      else {
        // The node may not: a side that may take away could take what is for others.
        call?.onLeave(remove);
        node.outbox.send(toNode.parcel(parcel));
      }
    } catch (error) {
      this.#parts.logger.error({ error, node: node.id }, 'a large message could not be stored');
    }
  }

  /** What calls on a node of that name need. */
  #makeBuckets(name: string): void {
    this.#bucketsOf.add(name);
    void this.#makeBucket(this.subjects.bundles, BUNDLES);
    for (const bucket of this.#parcelsOf(name)) void this.#makeBucket(bucket, PARCELS);
  }

  #parcelsOf(name: string): readonly string[] {
    return [this.subjects.parcelsTo(name), this.subjects.parcelsFrom(name)];
  }

  /** A name that was taken out of the fleet has no buckets that this host could make, and needs none. */
  #forgetBuckets(): void {
    const there = new Set(this.nodes.all.map(({ address }) => address.name));
    for (const name of this.#bucketsOf) {
      if (there.has(name)) continue;
      for (const bucket of this.#parcelsOf(name)) this.broker.forgetBucket(bucket);
      for (const bucket of this.#parcelsOf(name)) this.#unmade.delete(bucket);
    }
  }

  async #makeBucket(bucket: string, rule: BucketRule): Promise<void> {
    try {
      await this.#buckets?.make(bucket, rule);
      this.#unmade.delete(bucket);
      this.broker.noteBucket(bucket);
    } catch (error) {
      if (!this.#unmade.has(bucket))
        this.#parts.logger.warn({ error, bucket }, 'a bucket could not be made');
      this.#unmade.set(bucket, rule);
      this.broker.noteBucket(bucket, error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * Nodes that ask at once wait for the same. It is not remembered for longer: a node asks seldom, and what was there may be
   * too old by then.
   */
  #store(sum: string, text: string): Promise<void> {
    const known = this.#storing.get(sum);
    if (known !== undefined) return known;
    const stored = this.#storeNew(sum, text).finally(() => this.#storing.delete(sum));
    this.#storing.set(sum, stored);
    return stored;
  }

  async #storeNew(sum: string, text: string): Promise<void> {
    const { bundles } = this.subjects;
    const buckets = this.#buckets;
    if (buckets === undefined) throw new Error('there is no connection');
    await buckets.make(bundles, BUNDLES);
    if (!(await buckets.has(bundles, sum))) await buckets.write(bundles, sum, Buffer.from(text));
  }
}

/** Of the call that a frame is of; 0 for one that is of none. */
function seqOf(frame: string): number {
  const field = Number(frame.split('\t', 2)[1]);
  return Number.isSafeInteger(field) ? field : 0;
}
