import type { Socket } from 'node:net';
import { CapabilityRefusal } from '@mortise/contracts';
import { WebSocket } from 'ws';
import { failed } from '../broker-refusal.ts';
import type { HopLimits } from './open-hop.ts';
import { pinnedConnector } from './pinned-connector.ts';
import { vetAddresses } from './vet-addresses.ts';
import { WebSocketStream, type WebSocketStreamParts } from './web-socket-stream.ts';

export interface WebSocketWish extends WebSocketStreamParts {
  /** With secrets in it. */
  readonly filledUrl: URL;
  readonly protocols: readonly string[];
  readonly limits: HopLimits;
}

/** Vets the addresses, connects to one of them and shakes hands. No redirect is followed. */
export async function openWebSocket(
  wish: WebSocketWish,
): Promise<{ readonly stream: WebSocketStream; readonly protocol: string }> {
  const { filledUrl, url, protocols, limits } = wish;
  const connection = await connect(filledUrl, limits);
  const socket = new WebSocket(filledUrl, [...protocols], {
    createConnection: () => connection,
    handshakeTimeout: limits.timeoutMs,
    maxPayload: limits.maxResponseBytes,
    // A message is as large as it is on the wire.
    perMessageDeflate: false,
    followRedirects: false,
  });
  const stream = new WebSocketStream(socket, wish);
  const end = () => stream.close();
  limits.signal.addEventListener('abort', end, { once: true });
  try {
    await opened(socket);
    return { stream, protocol: socket.protocol };
  } catch {
    stream.close();
    throw failed(`${url.origin} did not open a WebSocket.`);
  } finally {
    limits.signal.removeEventListener('abort', end);
  }
}

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
}

async function connect(url: URL, limits: HopLimits): Promise<Socket> {
  const addresses = await vetAddresses(url.hostname, limits);
  const isSecure = url.protocol === 'wss:';
  const connector = pinnedConnector({
    hostname: url.hostname,
    addresses,
    checkPeer: (address) => limits.checkAddress(address, limits.allowPrivate),
    connectMs: limits.timeoutMs,
    ...(limits.certificates === undefined ? {} : { certificates: limits.certificates }),
  });
  return new Promise((resolve, reject) => {
    const options = {
      hostname: url.hostname,
      protocol: isSecure ? 'https:' : 'http:',
      port: url.port === '' ? (isSecure ? '443' : '80') : url.port,
    };
    connector(options, (error, socket) => {
      if (error === null && socket !== null) resolve(socket);
      else if (CapabilityRefusal.is(error)) reject(error);
      else reject(failed(`${url.origin} could not be connected to.`));
    });
  });
}
