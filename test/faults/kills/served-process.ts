import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { CliWorld } from './cli-world.ts';

const MORTISE = join(import.meta.dirname, '../../../packages/cli/bin/mortise.js');

/** A `mortise serve` that is going to be killed. */
export class ServedProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #world: CliWorld;
  /** Where it serves; `undefined` if it ended before it said so. */
  readonly ready: Promise<string | undefined>;
  #said = '';

  constructor(world: CliWorld) {
    this.#world = world;
    // A process group of its own: its runners die with their pipes, and are no business of the kill.
    this.#child = spawn(process.execPath, [MORTISE, 'serve', '--port', '0', '--json'], {
      ...{ cwd: world.folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#said = `${this.#said}${chunk}`.slice(-4_000);
    });
    this.#ended = once(this.#child, 'exit');
    const lines = createInterface({ input: this.#child.stdout ?? process.stdin });
    const line = once(lines, 'line').then(([text]) => String(JSON.parse(String(text)).url));
    this.ready = Promise.race([line, this.#ended.then(() => undefined)]);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether it has ended by itself. */
  get isOver(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get said(): string {
    return this.#said;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Asks its API; `undefined` if it died meanwhile or said no. */
  async ask(path: string, body?: object): Promise<unknown> {
    const url = await this.ready;
    if (url === undefined) return undefined;
    try {
      const token = readFileSync(join(this.#world.state, 'token'), 'utf8').trim();
      const answer = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const value: unknown = await answer.json();
      return answer.ok ? value : undefined;
    } catch {
      return undefined;
    }
  }

  /** Calls one tool; its text if it was done. */
  async call(name: string, args: object, session = 's'): Promise<string | undefined> {
    const answer = await this.ask('/api/agents/main/calls', { session, calls: [{ name, args }] });
    const [result] = (answer as { results?: CallResult[] } | undefined)?.results ?? [];
    return result?.ok === true ? result.text : undefined;
  }
}

interface CallResult {
  readonly ok: boolean;
  readonly text: string;
}
