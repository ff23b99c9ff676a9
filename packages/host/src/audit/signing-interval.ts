/** The chain is signed inside the log after so many records, and after so long. */
const SIGN_EVERY = 1_000;
const SIGN_AFTER_MS = 60_000;

/** Says when the chain of a log is to be signed next. */
export class SigningInterval {
  #unsigned = 0;
  #signedAt: number;

  constructor(now: number) {
    this.#signedAt = now;
  }

  /** Whether there is a record, or may be one, after the last signature. */
  get isOpen(): boolean {
    return this.#unsigned > 0;
  }

  isOver(now: number): boolean {
    return this.#unsigned >= SIGN_EVERY || now - this.#signedAt > SIGN_AFTER_MS;
  }

  /** A log was found whose end may not be signed. */
  suspect(): void {
    this.#unsigned = Math.max(this.#unsigned, 1);
  }

  add(records: number): void {
    this.#unsigned += records;
  }

  restart(now: number): void {
    this.#unsigned = 0;
    this.#signedAt = now;
  }
}
