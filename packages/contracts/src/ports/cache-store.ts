/**
 * Keeps what was learned once and can be learned again: bundles, registrations. Everything in it may
 * be gone at any time. What it answers decides which code runs, so an implementation answers only
 * what it wrote itself, to the byte: anything else is as good as nothing.
 */
export interface CacheStore {
  /** What was written last under a key; `undefined` if there is nothing. Never rejects. */
  read(key: string): Promise<Uint8Array | undefined>;
  /** Never rejects: what cannot be kept is learned again. */
  write(key: string, bytes: Uint8Array): Promise<void>;
}
