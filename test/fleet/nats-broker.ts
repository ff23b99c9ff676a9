import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNatsServer } from './find-nats-server.ts';

const START_MS = 20_000;

/** A broker of its own for one test, on a free port of loopback, with a folder that goes with it. */
export class NatsBroker implements AsyncDisposable {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  readonly #program: string;
  /** What stands in the configuration beside address and folder, from the next start on. */
  authorization: string;
  /** Whether it has JetStream. */
  hasStore = true;
  #process: ChildProcess | undefined;

  private constructor(program: string, port: number, authorization: string) {
    this.#program = program;
    this.#port = port;
    this.authorization = authorization;
    this.#folder = mkdtempSync(join(tmpdir(), 'mortise-nats-'));
    this.url = `nats://127.0.0.1:${port}`;
  }

  static async start(authorization = ''): Promise<NatsBroker> {
    const server = await findNatsServer();
    if ('missing' in server) throw new Error(server.missing);
    const broker = new NatsBroker(server.path, await freePort(), authorization);
    await broker.start();
    return broker;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  async start(): Promise<void> {
    const config = join(this.#folder, 'nats.conf');
    writeFileSync(
      config,
      `listen: "127.0.0.1:${this.#port}"\n${this.hasStore ? `jetstream { store_dir: "${join(this.#folder, 'js')}" }\n` : ''}${this.authorization}\n`,
    );
    const child = spawn(this.#program, ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#process = child;
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000);
    });
    const end = performance.now() + START_MS;
    while (!(await isListening(this.#port))) {
      if (child.exitCode !== null || performance.now() > end)
        throw new Error(`the broker did not start: ${said}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Ends it at once, as a machine that fails. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Takes away what it has stored, as a disk that fails. */
  async loseStore(): Promise<void> {
    await this.kill();
    rmSync(join(this.#folder, 'js'), { recursive: true, force: true });
    await this.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
