import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/**
 * One HTTP/1.1 connection that is kept open, with one request at a time on it. By hand: a client library would
 * take more time than the servers that are compared, on the cores they need.
 */
export class KeptConnection implements Disposable {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #answer = Promise.withResolvers<Buffer>();

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('close', () => this.#fail());
    socket.on('error', () => this.#fail());
    this.#answer.promise.catch(() => undefined);
  }

  static async open({ hostname, port }: URL): Promise<KeptConnection> {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new KeptConnection(socket);
  }

  /** The whole answer, head included. */
  ask(request: Buffer): Promise<Buffer> {
    this.#answer = Promise.withResolvers();
    this.#socket.write(request);
    return this.#answer.promise;
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    if (!isWhole(this.#received)) return;
    const answer = this.#received;
    this.#received = Buffer.alloc(0);
    this.#answer.resolve(answer);
  }

  #fail(): void {
    this.#answer.reject(new Error('the server ended the connection'));
  }
}

function isWhole(received: Buffer): boolean {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return false;
  const bodyStart = headEnd + HEAD_END.length;
  const head = received.toString('latin1', 0, headEnd).toLowerCase();
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  if (length !== undefined) return received.length >= bodyStart + Number(length);
  if (!head.includes('transfer-encoding: chunked')) return true;
  return received.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}
