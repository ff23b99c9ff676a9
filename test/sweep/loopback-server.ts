import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SweepReply } from './sweep-case.ts';

/** The server that the clients of a sweep talk to: one answer for every request until it is given another. */
export class LoopbackServer implements AsyncDisposable {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #reply: SweepReply = { body: null };
  #requests = 0;

  /** On a free port unless one is given. */
  static async open(port = 0): Promise<LoopbackServer> {
    const made = new LoopbackServer();
    made.#server.listen(port, '127.0.0.1');
    await once(made.#server, 'listening');
    return made;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Requests since the last `expect`. */
  get requests(): number {
    return this.#requests;
  }

  expect(reply: SweepReply): void {
    this.#reply = reply;
    this.#requests = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#requests += 1;
    const sent = await readAll(request);
    const { status = 200, type = 'application/json', body } = this.#reply;
    // One client looks whether the server is of its own kind.
    response.writeHead(status, { 'content-type': type, 'x-elastic-product': 'Elasticsearch' });
    response.end(typeof body === 'string' ? body : fill(JSON.stringify(body), request, sent));
  }
}

/** `$method`, `$path` and `$sent` in an answer are those of the request. */
function fill(json: string, { method, url }: IncomingMessage, sent: string): string {
  const texts: { readonly [name: string]: string } = {
    $method: method ?? '',
    $path: url ?? '',
    $sent: sent,
  };
  return json.replaceAll(/"(\$(?:method|path|sent))"/g, (_, name: string) =>
    JSON.stringify(texts[name]),
  );
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
