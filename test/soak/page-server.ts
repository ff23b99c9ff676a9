import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Pages for calls that fetch, on loopback: every third large, every fifth compressed. */
export async function startPageServer(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const small = JSON.stringify({ rows: Array.from({ length: 40 }, (_, row) => ({ row })) });
  const large = small.repeat(60);
  const compressed = gzipSync(large);
  const server = createServer((request, response) => {
    const page = Number(request.url?.split('/').at(-1));
    if (page % 5 === 0) response.setHeader('Content-Encoding', 'gzip').end(compressed);
    else response.end(page % 3 === 0 ? large : small);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
