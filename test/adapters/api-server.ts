import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback that stands for the API of a model: it keeps what it was sent and answers by a script. */
export interface ApiServer extends AsyncDisposable {
  readonly url: string;
  /** The bodies of requests, in their order. */
  readonly requests: readonly ApiRequest[];
}

export interface ApiRequest {
  readonly path: string;
  readonly body: { readonly [key: string]: unknown };
}

export async function startApiServer(script: readonly object[]): Promise<ApiServer> {
  const requests: ApiRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
    requests.push({ path: request.url ?? '', body: JSON.parse(String(Buffer.concat(chunks))) });
    const answer = script[requests.length - 1];
    response.writeHead(answer === undefined ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: { message: 'the script has ended' } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
