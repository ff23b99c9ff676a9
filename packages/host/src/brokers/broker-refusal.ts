/** Ends an operation of a broker with an answer for the guest; only `createBroker` catches it. */
export class BrokerRefusal extends Error {
  override readonly name = 'BrokerRefusal';
  readonly code: 'capability_denied' | 'capability_failed';

  constructor(code: 'capability_denied' | 'capability_failed', message: string) {
    super(message);
    this.code = code;
  }
}

/** Outside of what was granted. */
export function denied(message: string): BrokerRefusal {
  return new BrokerRefusal('capability_denied', message);
}

/** Granted, but not possible. */
export function failed(message: string): BrokerRefusal {
  return new BrokerRefusal('capability_failed', message);
}
