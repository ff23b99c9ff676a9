import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback that counts what reaches it, connections before requests. */
export interface CountingServer extends AsyncDisposable {
  readonly port: number;
  connections(): number;
}

/** Listens at every address given, on one port. */
export async function openCountingServer(
  answer: RequestListener,
  hosts: readonly string[] = ['127.0.0.1'],
): Promise<CountingServer> {
  let count = 0;
  let port = 0;
  const servers: Server[] = [];
  for (const host of hosts) {
    const server = createServer(answer).on('connection', () => {
      count += 1;
    });
    port = await listen(server, port, host);
    servers.push(server);
  }
  return {
    port,
    connections: () => count,
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map(close));
    },
  };
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, host, resolve);
  await promise;
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}
