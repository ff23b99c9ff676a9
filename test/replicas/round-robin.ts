import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/**
 * A load balancer as operators have one: each request goes to the next host, whatever session it is of. What a host did not take (no
 * connection, or 503 while it drains) goes to another one.
 */
export class RoundRobin implements AsyncDisposable {
  readonly #server = createServer((incoming, outgoing) => void this.#forward(incoming, outgoing));
  #targets: readonly string[] = [];
  #next = 0;

  use(targets: readonly string[]): void {
    this.#targets = targets;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('It has no port.');
    return `http://127.0.0.1:${address.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>));
    for (let tries = 0; tries < this.#targets.length; tries += 1) {
      const target = this.#targets[this.#next % this.#targets.length] ?? '';
      this.#next += 1;
      const answer = await ask(target, incoming, body).catch(() => undefined);
      if (answer === undefined) continue;
      if (answer.statusCode === 503) {
        answer.resume();
        continue;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.on('error', () => outgoing.destroy());
      outgoing.on('close', () => answer.destroy());
      answer.pipe(outgoing);
      return;
    }
    outgoing.writeHead(502).end();
  }
}

function ask(target: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(new URL(url ?? '/', target), {
      ...{ method: method ?? 'GET', agent: false },
      headers: { ...headers, host: new URL(target).host },
    });
    asked.on('response', resolve).on('error', reject);
    asked.end(body);
  });
}
