import type { ExtensionBundle, RunsOn } from '@mortise/sandbox';
import type { NatsConnection } from '@nats-io/transport-node';
import type { BrokerWait } from '../broker/connect.ts';
import type { FleetTimes } from '../wire/fleet-times.ts';

export interface FleetOptions {
  /** Waits while the broker is not there; if it rejects, it is called again after a while. */
  readonly connect: (wait: BrokerWait) => Promise<NatsConnection>;
  /** The name of the fleet; several may share a broker. */
  readonly fleet: string;
  /** A new name of this host in the fleet, and of what it stores; one token of a subject. */
  readonly newId: () => string;
  /** Where a call runs; on a node if absent. Asked for each call, so cheap. */
  readonly choosePlace?: (call: CallFacts) => RunsOn;
  readonly times?: Partial<FleetTimes>;
}

/** What is known when it is decided where a call runs. */
export interface CallFacts {
  readonly extensionId: string;
  readonly trust: NonNullable<ExtensionBundle['trust']>;
  /** Calls that run on this machine now. */
  readonly callsHere: number;
  /** Whether a node takes calls. */
  readonly hasNode: () => boolean;
}
