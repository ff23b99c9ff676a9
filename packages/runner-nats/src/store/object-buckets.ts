import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Objm } from '@nats-io/obj';
import type { NatsConnection } from '@nats-io/transport-node';
import { sumOf } from '../wire/extension-spec.ts';

export interface BucketRule {
  /** How long an object stays that is not taken away. */
  readonly keepMs: number;
  readonly maxBytes: number;
}

/** An object that one side has written for the other. */
export interface StoredObject {
  readonly bucket: string;
  readonly name: string;
  /** SHA-256, hex. */
  readonly sum: string;
  /** At most so many bytes are read. */
  readonly maxBytes: number;
}

const NANOS_PER_MS = 1_000_000;
/** Objects are written in parts of 128 kB; one in many small ones would take a host a message for each. */
const MIN_PART_BYTES = 16_000;
const DIGEST = /^SHA-256=/;

/**
 * The object store of the broker. Objects are written with its own client. They are read message by
 * message with direct gets: that needs the right to read one bucket and nothing else, while the
 * client's way makes a consumer, and a side that may make consumers has the broker deliver to any subject.
 */
export class ObjectBuckets {
  readonly #connection: NatsConnection;
  readonly #objects: Objm;
  readonly #made = new Map<string, Promise<void>>();
  #manager: Promise<JetStreamManager> | undefined;

  constructor(connection: NatsConnection) {
    this.#connection = connection;
    this.#objects = new Objm(jetstream(connection, { checkAPI: false }));
  }

  /** Makes a bucket if there is none of that name. */
  make(bucket: string, { keepMs, maxBytes }: BucketRule): Promise<void> {
    const known = this.#made.get(bucket);
    if (known !== undefined) return known;
    const options = { ttl: keepMs * NANOS_PER_MS, max_bytes: maxBytes };
    const made = this.#objects.create(bucket, options).then(() => undefined);
    this.#made.set(bucket, made);
    // A broker that was not ready is asked again.
    made.catch(() => {
      if (this.#made.get(bucket) === made) this.#made.delete(bucket);
    });
    return made;
  }

  /** The broker was away, and may have lost what it kept: buckets are made anew. */
  forget(): void {
    this.#made.clear();
  }

  async write(bucket: string, name: string, bytes: Uint8Array): Promise<void> {
    const store = await this.#objects.open(bucket, false);
    await store.putBlob({ name }, bytes);
  }

  async has(bucket: string, name: string): Promise<boolean> {
    return (await this.#describe(bucket, name)) !== undefined;
  }

  async remove(bucket: string, name: string): Promise<void> {
    const store = await this.#objects.open(bucket, false);
    await store.delete(name);
  }

  /** Rejects if it is not there, larger than it may be, or not what the sum says. */
  async read({ bucket, name, sum, maxBytes }: StoredObject): Promise<Uint8Array> {
    const about = await this.#describe(bucket, name);
    if (about === undefined) throw new Error(`there is no object ${name} in ${bucket}`);
    if (about.size > maxBytes) throw new Error(`the object ${name} has ${about.size} bytes`);
    const bytes = await this.#readChunks(bucket, about, maxBytes);
    if (sumOf(bytes) !== sum) throw new Error(`the object ${name} is not what its hash says`);
    return bytes;
  }

  async #describe(bucket: string, name: string): Promise<ObjectFacts | undefined> {
    const subject = `$O.${bucket}.M.${paddedBase64(name)}`;
    const { direct } = await this.#direct();
    const message = await direct.getMessage(streamOf(bucket), { last_by_subj: subject });
    if (message === null) return undefined;
    return readFacts(message.json());
  }

  async #readChunks(
    bucket: string,
    { nuid, chunks }: ObjectFacts,
    maxBytes: number,
  ): Promise<Uint8Array> {
    if (chunks > 1 + maxBytes / MIN_PART_BYTES) throw new Error('the object has too many parts');
    const { direct } = await this.#direct();
    const parts: Uint8Array[] = [];
    let seq = 1;
    let bytes = 0;
    while (parts.length < chunks) {
      const query = { seq, next_by_subj: `$O.${bucket}.C.${nuid}` };
      const message = await direct.getMessage(streamOf(bucket), query);
      if (message === null) throw new Error('a part of the object is gone');
      bytes += message.data.length;
      if (bytes > maxBytes) throw new Error('the object is larger than it says');
      parts.push(message.data);
      seq = message.seq + 1;
    }
    return Buffer.concat(parts);
  }

  #direct(): Promise<JetStreamManager> {
    this.#manager ??= jetstreamManager(this.#connection, { checkAPI: false });
    return this.#manager;
  }
}

interface ObjectFacts {
  readonly nuid: string;
  readonly size: number;
  readonly chunks: number;
}

function readFacts(value: unknown): ObjectFacts | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { nuid, size, chunks, deleted, digest } = value as { readonly [key: string]: unknown };
  const isObject =
    deleted !== true &&
    typeof nuid === 'string' &&
    /^\w{1,64}$/.test(nuid) &&
    Number.isSafeInteger(size) &&
    Number.isSafeInteger(chunks) &&
    DIGEST.test(String(digest));
  return isObject ? { nuid, size: Number(size), chunks: Number(chunks) } : undefined;
}

function streamOf(bucket: string): string {
  return `OBJ_${bucket}`;
}

function paddedBase64(name: string): string {
  return Buffer.from(name).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}
