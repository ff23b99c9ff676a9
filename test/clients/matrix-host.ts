import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MORTISE, type Served, serve } from '../interop/served-host.ts';
import type { ClientTarget, HttpTarget } from './driven-client.ts';

const EXTENSION = join(import.meta.dirname, 'extension');
const TOOLS = ['echo', 'add', 'picture', 'fail', 'steps', 'hang', 'hanging', 'rest'];

const OFFERS = ['prompt:greet', 'resource:mortise://matrix/page'];
const CONFIG_FILE = 'mortise.config.json';
const CONFIG = {
  toolkits: { more: { description: 'One more tool', tools: ['late'] } },
  agents: { main: { tools: [...TOOLS, ...OFFERS], allowed_toolkits: ['more'] } },
  // Longer than the longest call of the matrix.
  extensions: [{ source: './matrix', limits: { callMs: 60_000 } }],
};

/** A real `mortise serve` for all clients, and a folder of which any of them can start `mortise mcp`. */
export class MatrixHost implements AsyncDisposable {
  readonly #root: string;
  readonly #config: string;
  #served: Served;
  #targets = 0;

  static async open(): Promise<MatrixHost> {
    const root = mkdtempSync(join(tmpdir(), 'mortise-clients-'));
    const config = join(root, 'config');
    mkdirSync(config);
    cpSync(EXTENSION, join(config, 'matrix'), { recursive: true });
    writeFileSync(join(config, CONFIG_FILE), JSON.stringify(CONFIG));
    return new MatrixHost(root, await serve({ config, state: join(root, 'state') }));
  }

  private constructor(root: string, served: Served) {
    this.#root = root;
    this.#config = join(root, 'config');
    this.#served = served;
  }

  /** Each client is a principal of its own, as an operator would have it. */
  async httpTarget(): Promise<HttpTarget> {
    this.#targets += 1;
    const { url, token } = this.#served;
    const answer = await fetch(`${url}/api/tokens`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: `client-${this.#targets}`, agents: ['main'] }),
    });
    const made = (await answer.json()) as { readonly token: string };
    return { over: 'HTTP', url: `${url}/mcp/main`, token: made.token };
  }

  stdioTarget(): ClientTarget {
    this.#targets += 1;
    const state = join(this.#root, `state-${this.#targets}`);
    const words = ['mcp', '--agent', 'main', '--state-dir', state];
    return {
      ...{ over: 'stdio', command: process.execPath, cwd: this.#config },
      args: [MORTISE, ...words],
    };
  }

  /** As a deployment does it: told to end, and started again at the same address with the same state. */
  async restart(): Promise<void> {
    const { port } = new URL(this.#served.url);
    await this.#end();
    const folder = { config: this.#config, state: join(this.#root, 'state') };
    this.#served = await serve({ ...folder, port: Number(port) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
    // Hosts behind standard streams may be about to end.
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  async #end(): Promise<void> {
    const { child, ended } = this.#served;
    child.kill('SIGTERM');
    await ended;
  }
}
