const BRAND: unique symbol = Symbol.for('mortise.capability-refusal') as never;

/** Ends an operation of a broker with an answer for the guest. */
export class CapabilityRefusal extends Error {
  override readonly name = 'CapabilityRefusal';
  readonly [BRAND] = true;
  /**
   * `capability_denied`: outside of what was granted. `capability_failed`: granted, but not possible.
   * `client_unable`: granted, but who called cannot be asked.
   */
  readonly code: 'capability_denied' | 'capability_failed' | 'client_unable';
  /** What the system said, `ENOENT`, where a guest may know it. */
  readonly system: string | undefined;

  constructor(code: CapabilityRefusal['code'], message: string, system?: string) {
    super(message);
    this.code = code;
    this.system = system;
  }

  // Two copies of this package may be installed; `instanceof` would recognise only its own.
  static is(value: unknown): value is CapabilityRefusal {
    return value instanceof Error && BRAND in value;
  }
}
