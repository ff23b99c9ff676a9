import type { Socket } from 'node:net';
import { isAddressLiteral } from '@mortise/contracts';
import { buildConnector } from 'undici';
import { denied } from '../broker-refusal.ts';

export interface PinnedHost {
  /** As it stands in the URL; the name that a certificate must have. */
  readonly hostname: string;
  /** Vetted; tried in this order, and nothing else is. */
  readonly addresses: readonly string[];
  /** Checks the address a socket really has. */
  readonly checkPeer: (address: string) => string | undefined;
  readonly connectMs: number;
  /** Certificates trusted instead of those of the system, PEM. */
  readonly certificates?: readonly string[];
}

/** Connects to vetted addresses only; no name is looked up after vetting. */
export function pinnedConnector(host: PinnedHost): buildConnector.connector {
  const connector = buildConnector({
    allowH2: false,
    maxCachedSessions: 0,
    timeout: host.connectMs,
    autoSelectFamily: false,
    ...(host.certificates === undefined ? {} : { ca: [...host.certificates] }),
  });
  return (options, callback) => {
    connectFirst(connector, options, host).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

async function connectFirst(
  connector: buildConnector.connector,
  options: buildConnector.Options,
  host: PinnedHost,
): Promise<Socket> {
  let lastError: unknown = new Error('No address.');
  for (const address of host.addresses) {
    try {
      const socket = await connectOnce(connector, {
        ...options,
        ...targetOf(options, host, address),
      });
      return checkedPeer(socket, host);
    } catch (error) {
      lastError = error;
    }
  }
  throw lastError;
}

function connectOnce(
  connector: buildConnector.connector,
  options: buildConnector.Options,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  connector(options, (error, socket) => {
    if (error === null && socket !== null) resolve(socket);
    else reject(error ?? new Error('No socket.'));
  });
  return promise;
}

/** undici connects to `hostname` and asks for a certificate of `servername`. */
function targetOf(
  { protocol }: buildConnector.Options,
  { hostname }: PinnedHost,
  address: string,
): Partial<buildConnector.Options> {
  const isNamed = protocol === 'https:' && !isAddressLiteral(hostname);
  return isNamed ? { hostname: address, servername: hostname } : { hostname: address };
}

/** A lookup hook never sees literals; what the kernel says about the socket is the last word. */
function checkedPeer(socket: Socket, { hostname, checkPeer }: PinnedHost): Socket {
  if (checkPeer(socket.remoteAddress ?? '') === undefined) return socket;
  socket.destroy();
  throw denied(`The connection to ${hostname} reached an address that is not granted.`);
}
