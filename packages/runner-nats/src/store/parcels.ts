import { sumOf } from '../wire/extension-spec.ts';
import type { ObjectBuckets } from './object-buckets.ts';

/** What a `parcel` frame says of an object. */
export interface ParcelFacts {
  readonly seq: number;
  readonly bytes: number;
  readonly name: string;
  readonly sum: string;
}

/** The most that the largest frame takes: 16 MB of a host call, in JSON. */
const MAX_PARCEL_BYTES = 64_000_000;
const NAME = /^[\w-]{1,64}$/;

/** Frames that are too large for a message, in buckets of one node that forget after a while. */
export class Parcels {
  readonly #buckets: ObjectBuckets;
  readonly #newId: () => string;

  constructor(buckets: ObjectBuckets, newId: () => string) {
    this.#buckets = buckets;
    this.#newId = newId;
  }

  async put(bucket: string, seq: number, frame: string): Promise<ParcelFacts> {
    const bytes = Buffer.from(frame);
    const name = this.#newId();
    await this.#buckets.write(bucket, name, bytes);
    return { seq, bytes: bytes.length, name, sum: sumOf(bytes) };
  }

  /** Rejects if it is not what was announced. */
  async take(bucket: string, { bytes, name, sum }: ParcelFacts): Promise<string> {
    if (!NAME.test(name) || bytes > MAX_PARCEL_BYTES) throw new Error('no parcel is named so');
    const read = await this.#buckets.read({ bucket, name, sum, maxBytes: bytes });
    return Buffer.from(read).toString();
  }

  /** The other side has it, or does not want it any more. Where that fails, it goes after its time. */
  remove(bucket: string, name: string): void {
    this.#buckets.remove(bucket, name).catch(() => undefined);
  }
}
