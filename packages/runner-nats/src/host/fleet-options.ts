import type { NatsConnection } from '@nats-io/transport-node';
import type { FleetTimes } from '../wire/fleet-times.ts';

export interface FleetOptions {
  /** Rejects if this host must not be connected; waits while the broker is not there. */
  readonly connect: () => Promise<NatsConnection>;
  /** The name of the fleet; several may share a broker. */
  readonly fleet: string;
  /** A new name of this host in the fleet, and of what it stores; one token of a subject. */
  readonly newId: () => string;
  readonly times?: Partial<FleetTimes>;
}
