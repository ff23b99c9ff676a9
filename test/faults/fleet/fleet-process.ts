import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Link, LinkYard } from './link-yard.ts';

const COMMAND = join(import.meta.dirname, '../../../packages/cli/bin/mortise.js');

export interface FleetProcessParts {
  readonly name: string;
  readonly yard: LinkYard;
  readonly cwd: string;
  /** The words behind `mortise`, and its environment; `hub` is where this machine is reached from there. */
  readonly words: (link: { readonly hub: string; readonly address: string }) => {
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  };
}

/** A `mortise serve` or `mortise runner` that is killed, frozen and started again. */
export class FleetProcess {
  readonly name: string;
  readonly #parts: FleetProcessParts;
  #child: ChildProcess | undefined;
  #link: Link | undefined;
  #first: Promise<string> = Promise.resolve('');
  #faults = 0;
  #said = '';

  constructor(parts: FleetProcessParts) {
    this.name = parts.name;
    this.#parts = parts;
  }

  get link(): Link | undefined {
    return this.#link;
  }

  /** Grows with everything that is done to it. */
  get faults(): number {
    return this.#faults;
  }

  get said(): string {
    return this.#said;
  }

  get isRunning(): boolean {
    const child = this.#child;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** The first line that it prints; rejects if it ends without. */
  get firstLine(): Promise<string> {
    return this.#first;
  }

  noteFault(): void {
    this.#faults += 1;
  }

  async start(): Promise<void> {
    this.#faults += 1;
    const { yard, cwd, words } = this.#parts;
    if (yard.hasLinks) return this.#startLinked(cwd);
    const { args, env = {} } = words({ hub: '127.0.0.1', address: '127.0.0.1' });
    this.#take(spawn(process.execPath, [COMMAND, ...args], this.#options(cwd, env)));
  }

  async #startLinked(cwd: string): Promise<void> {
    const { yard, words } = this.#parts;
    // The shell reads one line: what to become.
    const script = 'read -r line; eval "exec $line"';
    const child = spawn('unshare', ['-n', 'sh', '-c', script], {
      ...this.#options(cwd, {}),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    await once(child, 'spawn');
    // `unshare` has to have left this network before a device is put into its own.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const link = yard.join(child.pid ?? 0);
    if (link === undefined) throw new Error('no network');
    this.#link = link;
    const { args, env = {} } = words(link);
    const sets = Object.entries(env).map(([name, value]) => `${name}=${quote(value)}`);
    const line = ['env', ...sets, process.execPath, COMMAND, ...args].map((each, index) =>
      index <= sets.length ? each : quote(each),
    );
    child.stdin?.end(`${line.join(' ')}\n`);
    this.#take(child);
  }

  #options(cwd: string, env: Readonly<Record<string, string>>) {
    return {
      ...{ cwd, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore' | 'pipe', 'pipe', 'pipe'] },
      env: { PATH: process.env['PATH'] ?? '', HOME: cwd, ...env },
    };
  }

  #take(child: ChildProcess): void {
    this.#child = child;
    const first = Promise.withResolvers<string>();
    let out = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      out = (out + chunk.toString()).slice(0, 20_000);
      const [line, rest] = out.split('\n', 2);
      if (rest !== undefined) first.resolve(line ?? '');
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#said = (this.#said + chunk.toString()).slice(-4_000);
    });
    child.once('exit', () => first.reject(new Error(`${this.name} ended: ${this.#said}`)));
    first.promise.catch(() => undefined);
    this.#first = first.promise;
  }

  async kill(): Promise<void> {
    this.#faults += 1;
    const child = this.#child;
    if (child === undefined || !this.isRunning) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  signal(signal: NodeJS.Signals): void {
    this.#faults += 1;
    this.#child?.kill(signal);
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
