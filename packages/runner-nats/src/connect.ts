import {
  connect,
  type NatsConnection,
  type NodeConnectionOptions,
  nkeyAuthenticator,
} from '@nats-io/transport-node';

export interface BrokerAddress {
  /** `nats://host:port`, `tls://…`; several brokers of one cluster with commas between them. */
  readonly url: string;
  /** The private key of a side, as NATS writes it; none for a broker that lets all in. */
  readonly seed?: string;
  /** The first part of the subjects that answers come to; the broker's permissions name it. */
  readonly inbox: string;
  /** Shown by the broker. */
  readonly clientName: string;
}

const RECONNECT_MS = 500;
const PING_MS = 5_000;

/** Connects with the broker of a fleet, waits for it if it is not there, and connects again for ever. */
export function connectBroker(address: BrokerAddress): Promise<NatsConnection> {
  const { url, seed, inbox, clientName } = address;
  const options: NodeConnectionOptions = {
    servers: url.split(',').map((each) => each.trim()),
    name: clientName,
    inboxPrefix: inbox,
    ...{ maxReconnectAttempts: -1, waitOnFirstConnect: true, reconnectTimeWait: RECONNECT_MS },
    ...{ pingInterval: PING_MS, maxPingOut: 2, noAsyncTraces: true },
    ...(seed === undefined
      ? {}
      : { authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)) }),
  };
  return connect(options);
}
