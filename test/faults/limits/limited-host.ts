import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, vi } from 'vitest';
import { childrenOf } from '../../hazards/process-table.ts';
import type { LimitedWorld } from './limited-world.ts';

const MORTISE = join(import.meta.dirname, '../../../packages/cli/bin/mortise.js');

/** As the kernel calls them in /proc. */
const NAMES = {
  nofile: 'Max open files',
  nproc: 'Max processes',
  as: 'Max address space',
} as const;

type Resource = keyof typeof NAMES;

interface CallResult {
  readonly ok: boolean;
  readonly text?: string;
  readonly code?: string;
  readonly message?: string;
}

interface Listed {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly hint: string;
}

/** A real `mortise serve` whose limits change while it runs. */
export class LimitedHost {
  readonly #child: ChildProcess;
  readonly #world: LimitedWorld;
  readonly #url: string;
  readonly #token: string;

  private constructor(
    child: ChildProcess,
    world: LimitedWorld,
    place: { url: string; token: string },
  ) {
    this.#child = child;
    this.#world = world;
    this.#url = place.url;
    this.#token = place.token;
  }

  static async start(world: LimitedWorld): Promise<LimitedHost> {
    const argv = [
      process.execPath,
      MORTISE,
      'serve',
      '--port',
      '0',
      '--json',
      '--log-level',
      'silent',
    ];
    const [program = '', ...args] = [...world.wrapper, ...argv];
    const child = spawn(program, args, {
      ...{ cwd: world.cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
      env: { ...process.env, HOME: world.folder, NODE_COMPILE_CACHE: '' },
    });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    const ended = once(child, 'exit').then(() => {
      throw new Error(`mortise serve did not start: ${said}`);
    });
    const lines = createInterface({ input: child.stdout ?? process.stdin });
    const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
    ended.catch(() => undefined);
    const { url } = JSON.parse(line) as { url: string };
    return new LimitedHost(child, world, { url, token: world.readToken(child.pid ?? 0) });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Sets a soft limit of the running process, which its children get from then on. */
  limit(resource: Resource, value: number | string): void {
    const argv = ['prlimit', '--pid', String(this.pid), `--${resource}=${value}:`];
    const [program = '', ...args] = [...this.#world.account, ...argv];
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`prlimit: ${stderr}`);
  }

  /** Gives back all that the process may have. */
  unlimit(resource: Resource): void {
    const limits = readFileSync(`/proc/${this.pid}/limits`, 'utf8');
    const line = limits.split('\n').find((each) => each.startsWith(NAMES[resource])) ?? '';
    const [, hard = 'unlimited'] = line.slice(NAMES[resource].length).trim().split(/\s+/);
    this.limit(resource, hard);
  }

  async ask<Answer>(path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${this.#url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    return (await answer.json()) as Answer;
  }

  /** What a tool answers, or its code and message. */
  async call(name: string, args: object = {}): Promise<string> {
    const body = { session: 's', calls: [{ name, args }] };
    const { results } = await this.ask<{ results: CallResult[] }>('/api/agents/main/calls', body);
    const [result] = results;
    return result?.ok === true ? (result.text ?? '') : `${result?.code}: ${result?.message}`;
  }

  /** The one list of what an operator should know. */
  async diagnostics(): Promise<readonly Listed[]> {
    return (await this.ask<{ diagnostics: Listed[] }>('/api/diagnostics')).diagnostics;
  }

  async health(): Promise<string> {
    return (await this.ask<{ status: string }>('/health')).status;
  }

  /** Everything that could have become wider: what the agent has, what is granted, and both files. */
  async rights(): Promise<object> {
    const { tools } = await this.ask<{ tools: { name: string; state: string }[] }>(
      '/api/agents/main/tools?limit=500',
    );
    const { extensions } = await this.ask<{ extensions: { id: string; granted: object }[] }>(
      '/api/extensions',
    );
    return {
      active: tools.filter(({ state }) => state === 'active').map(({ name }) => name),
      granted: extensions.map(({ id, granted }) => [id, granted]),
      files: this.#world.readFiles(this.pid),
    };
  }

  /** Ends runners and programs that it has started, so that calls need new ones. */
  async endChildren(): Promise<void> {
    for (const { pid } of childrenOf(this.pid)) process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(childrenOf(this.pid)).toEqual([]), { timeout: 10_000 });
  }

  /** Types a command where the host sees its files; answers its exit code and what it said. */
  type(...argv: string[]): readonly [code: number | null, said: string] {
    const [program = '', ...args] = [
      ...this.#world.inside(this.pid),
      ...[process.execPath, MORTISE, ...argv],
    ];
    const { status, stdout, stderr } = spawnSync(program, args, {
      ...{
        cwd: this.#world.cwd,
        encoding: 'utf8',
        env: { ...process.env, NODE_COMPILE_CACHE: '' },
      },
    });
    return [status, stdout + stderr];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.isAlive) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}
