import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

const LOOK_MS = 50;

/**
 * A load balancer as operators have one: each request goes to the next host that says it is ready, whatever session it
 * is of. Where there is no connection it goes to another one.
 */
export class RoundRobin implements AsyncDisposable {
  readonly #server = createServer((incoming, outgoing) => void this.#forward(incoming, outgoing));
  readonly #timer = setInterval(() => void this.#look(), LOOK_MS);
  #targets: readonly string[] = [];
  #ready: readonly string[] = [];
  #next = 0;

  use(targets: readonly string[]): void {
    this.#targets = targets;
    this.#ready = targets;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('It has no port.');
    return `http://127.0.0.1:${address.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #look(): Promise<void> {
    const targets = this.#targets;
    const answers = await Promise.all(
      targets.map((target) => fetch(`${target}/ready`).catch(() => undefined)),
    );
    if (targets === this.#targets) this.#ready = targets.filter((_, at) => answers[at]?.ok);
  }

  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>));
    const targets = this.#ready;
    this.#next += 1;
    const first = this.#next % targets.length;
    for (const target of [...targets.slice(first), ...targets.slice(0, first)]) {
      const answer = await ask(target, incoming, body).catch(() => undefined);
      if (answer === undefined) continue;
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
