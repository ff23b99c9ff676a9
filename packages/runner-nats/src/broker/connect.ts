import { setTimeout as pause } from 'node:timers/promises';
import { MortiseError } from '@mortise/contracts';
import {
  AuthorizationError,
  connect,
  type NatsConnection,
  type NodeConnectionOptions,
  nkeyAuthenticator,
  UserAuthenticationExpiredError,
} from '@nats-io/transport-node';

export interface BrokerAddress {
  /**
   * `nats://host:port`, or `tls://…` for a connection that is encrypted or none; several brokers of one cluster with
   * commas between them, all of one kind.
   */
  readonly url: string;
  /** The private key of a side, as NATS writes it; none for a broker that lets all in. */
  readonly seed?: string;
  /** The first part of the subjects that answers come to; the broker's permissions name it. */
  readonly inbox: string;
  /** Shown by the broker. */
  readonly clientName: string;
}

/** How one waits for a broker that is not there. */
export interface BrokerWait {
  /** Ends the waiting: `connectBroker` rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Why the last try failed; it is tried again. */
  readonly onUnreachable?: (reason: string) => void;
}

const RECONNECT_MS = 500;
const PING_MS = 5_000;
const LEAVE_MS = 2_000;
const ENCRYPTED = /^tls:\/\//i;

/**
 * Connects with the broker of a fleet, waits for it if it is not there, and connects again for ever. Rejects with
 * `fleet_credentials_refused` if the broker is there and does not let this side in, and with `fleet_credentials_invalid`
 * if some addresses are to be encrypted and some are not, or if one has a user or a password in it.
 */
export async function connectBroker(
  address: BrokerAddress,
  { signal, onUnreachable }: BrokerWait = {},
): Promise<NatsConnection> {
  const options = optionsOf(address);
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await connect(options);
    } catch (error) {
      if (isRefusal(error)) {
        const detail = `The broker ${address.url} does not know the key of ${address.clientName}.`;
        throw new MortiseError('fleet_credentials_refused', detail, { cause: error });
      }
      onUnreachable?.(`${address.url}: ${reasonOf(error)}`);
      await pause(RECONNECT_MS, undefined, signal === undefined ? {} : { signal });
    }
  }
}

/** Whether the broker said that it does not let this side in. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AuthorizationError || error instanceof UserAuthenticationExpiredError;
}

/**
 * Ends a connection once what was said on it has reached the broker. A broker that is away is waited for no longer than
 * this takes: the client would for ever, and keep the process. Never rejects.
 */
export async function leaveBroker(connection: NatsConnection): Promise<void> {
  if (connection.isClosed()) return;
  const waited = new AbortController();
  const drained = connection.drain().catch(() => undefined);
  const { signal } = waited;
  const isLate = pause(LEAVE_MS, undefined, { signal }).catch(() => undefined);
  await Promise.race([drained, isLate]);
  waited.abort();
  await connection.close().catch(() => undefined);
}

function optionsOf({ url, seed, inbox, clientName }: BrokerAddress): NodeConnectionOptions {
  // Addresses are printed and logged; a side is known by its key alone.
  if (url.includes('@')) throw invalid('The address of the broker has a user or a password in it.');
  const servers = url.split(',').map((each) => each.trim());
  return {
    servers,
    // The client forgets the scheme: it encrypts if the broker offers it, which who is between them can prevent.
    ...(isEncrypted(servers) ? { tls: {} } : {}),
    name: clientName,
    inboxPrefix: inbox,
    // A key that was taken out of the broker's configuration by mistake may come back.
    ...{ maxReconnectAttempts: -1, reconnectTimeWait: RECONNECT_MS, ignoreAuthErrorAbort: true },
    ...{ pingInterval: PING_MS, maxPingOut: 2, noAsyncTraces: true },
    ...(seed === undefined
      ? {}
      : { authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)) }),
  };
}

function isEncrypted(servers: readonly string[]): boolean {
  const encrypted = servers.filter((each) => ENCRYPTED.test(each));
  if (encrypted.length > 0 && encrypted.length < servers.length) {
    const detail = `Of the addresses of the broker some are encrypted and some are not: write tls:// before all of them.`;
    throw invalid(detail);
  }
  return encrypted.length > 0;
}

function invalid(detail: string): MortiseError {
  return new MortiseError('fleet_credentials_invalid', detail);
}

/** The message of the client alone says `connection refused`; what the system said is behind it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
