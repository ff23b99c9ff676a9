import { type NatsConnection, PermissionViolationError } from '@nats-io/transport-node';
import { isRefusal } from './connect.ts';

/** How the connection with the broker is, and why. */
export interface BrokerStatus {
  readonly state: 'connecting' | 'connected' | 'lost' | 'refused';
  /** Empty where there is nothing to say. */
  readonly reason: string;
  /** What this side may not publish, hear or keep there, though it needs it. */
  readonly forbidden: readonly string[];
}

/** Knows how the connection with a broker is, from the first try on. */
export class BrokerWatch {
  #state: BrokerStatus['state'] = 'connecting';
  #reason = '';
  #since = performance.now();
  /** By the last try. */
  #wasRefused = false;
  readonly #forbidden = new Set<string>();
  /** Why buckets of the object store could not be made, by their names. */
  readonly #unmade = new Map<string, string>();
  readonly #tell: (status: BrokerStatus) => void;

  constructor(tell: (status: BrokerStatus) => void = () => undefined) {
    this.#tell = tell;
  }

  get status(): BrokerStatus {
    const unmade = [...this.#unmade].map(([name, reason]) => `the bucket ${name} (${reason})`);
    return { state: this.#state, reason: this.#reason, forbidden: [...this.#forbidden, ...unmade] };
  }

  /** For how long it has been so, in ms. */
  get ageMs(): number {
    return performance.now() - this.#since;
  }

  /** A try to connect failed; there will be another. */
  note(state: 'lost' | 'refused', reason: string): void {
    this.#set(state, reason);
  }

  /** A bucket of the object store could not be made; or it was, without a reason. */
  noteBucket(name: string, reason?: string): void {
    if (reason === undefined) this.#unmade.delete(name);
    else this.#unmade.set(name, reason);
  }

  /** A bucket is not needed any more: whatever the broker refused of it is no trouble. */
  forgetBucket(name: string): void {
    this.#unmade.delete(name);
    for (const each of this.#forbidden) {
      const words = each.split(/[ .]/);
      if (words.includes(name) || words.includes(`OBJ_${name}`)) this.#forbidden.delete(each);
    }
  }

  /** Settles when the connection is closed for good. */
  async follow(connection: NatsConnection): Promise<void> {
    this.#forbidden.clear();
    this.#set('connected', '');
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') this.#noteBreak(status.server);
      else if (status.type === 'reconnecting') this.#noteTry();
      else if (status.type === 'reconnect') {
        this.#forbidden.clear();
        this.#set('connected', '');
      } else if (status.type === 'error') this.#noteError(status.error);
    }
  }

  /** A broker that refuses a side ends the connection, too: that says nothing new. */
  #noteBreak(server: string): void {
    if (this.#state !== 'refused') this.#set('lost', `${server}: the connection broke`);
  }

  /** The try before this one came to no broker that could refuse it. */
  #noteTry(): void {
    if (this.#state === 'refused' && !this.#wasRefused) this.#set('lost', 'it does not answer');
    this.#wasRefused = false;
  }

  #noteError(error: Error): void {
    if (error instanceof PermissionViolationError) {
      this.#forbidden.add(`${error.operation} ${error.subject}`);
      this.#tell(this.status);
    } else if (isRefusal(error)) {
      this.#wasRefused = true;
      this.#set('refused', error.message);
    }
  }

  #set(state: BrokerStatus['state'], reason: string): void {
    if (state === this.#state && reason === this.#reason) return;
    if (state !== this.#state) this.#since = performance.now();
    this.#state = state;
    this.#reason = reason;
    this.#tell(this.status);
  }
}
