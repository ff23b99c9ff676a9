import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps room for connections that ask. When all places are taken, the connection that has been
 * without a request for longest is ended for the new one: a client that trickles headers, or that
 * holds an idle connection, never shuts out one that asks.
 */
export function gateConnections(server: Server, maxConnections: number): void {
  /** Without a request under way, in the order they became so. */
  const idle = new Set<Socket>();
  const pending = new WeakMap<Socket, number>();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    idle.add(socket);
    socket.once('close', () => {
      open -= 1;
      idle.delete(socket);
    });
    if (open <= maxConnections) return;
    const [oldest = socket] = idle;
    idle.delete(oldest);
    oldest.destroy();
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    pending.set(socket, (pending.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (pending.get(socket) ?? 1) - 1;
      pending.set(socket, left);
      if (left === 0 && !socket.destroyed) idle.add(socket);
    });
  });
}
