import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** So much of what was deleted, beyond what is kept, stays in the file before it is written anew. */
const MOST_DEAD_BYTES = 16 * 1_024 * 1_024;

interface Place {
  readonly at: number;
  readonly bytes: number;
}

/**
 * Texts in a file that was opened and has no name any more: no grant reaches it, no system that cleans up
 * takes it away, and it goes with the process, however that ends. One for all, because descriptors are few.
 */
export class NamelessFile {
  readonly #folder: string;
  readonly #places = new Map<string, Place>();
  #descriptor: number | undefined;
  #end = 0;
  #kept = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  has(key: string): boolean {
    return this.#places.has(key);
  }

  /** Throws where there is no folder for it, or no room. */
  put(key: string, text: string): void {
    this.#descriptor ??= openNameless(this.#folder);
    this.#append(this.#descriptor, key, Buffer.from(text));
  }

  /** Throws if it is not there. */
  get(key: string): string {
    return this.#read(key).toString('utf8');
  }

  delete(key: string): void {
    const place = this.#places.get(key);
    if (place === undefined) return;
    this.#places.delete(key);
    this.#kept -= place.bytes;
    if (this.#end - this.#kept > this.#kept + MOST_DEAD_BYTES) this.#writeAnew();
  }

  close(): void {
    this.#places.clear();
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    this.#end = 0;
    this.#kept = 0;
  }

  #append(descriptor: number, key: string, bytes: Buffer): void {
    const at = this.#end;
    try {
      for (let done = 0; done < bytes.length; )
        done += writeSync(descriptor, bytes, done, bytes.length - done, at + done);
    } catch (error) {
      ftruncateSync(descriptor, at);
      throw error;
    }
    this.#places.set(key, { at, bytes: bytes.length });
    this.#end += bytes.length;
    this.#kept += bytes.length;
  }

  #read(key: string): Buffer {
    const place = this.#places.get(key);
    if (place === undefined || this.#descriptor === undefined) throw new Error('it is not there');
    const bytes = Buffer.allocUnsafe(place.bytes);
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(this.#descriptor, bytes, done, bytes.length - done, place.at + done);
      if (read === 0) throw new Error('its file is too short');
      done += read;
    }
    return bytes;
  }

  /** Without room for another file it goes on with this one. */
  #writeAnew(): void {
    const next = new NamelessFile(this.#folder);
    try {
      next.#descriptor = openNameless(this.#folder);
      for (const key of this.#places.keys()) next.#append(next.#descriptor, key, this.#read(key));
    } catch {
      next.close();
      return;
    }
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = next.#descriptor;
    this.#end = next.#end;
    this.#kept = next.#kept;
    for (const [key, place] of next.#places) this.#places.set(key, place);
  }
}

function openNameless(folder: string): number {
  const path = join(folder, `mortise-${randomUUID()}`);
  const descriptor = openSync(path, 'wx+', 0o600);
  try {
    rmSync(path);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}
