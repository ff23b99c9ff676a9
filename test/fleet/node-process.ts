import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, 'node-program.ts');

/** A runner node in a process of its own, which tests kill and stop. */
export class NodeProcess implements AsyncDisposable {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(url: string, name: string): Promise<NodeProcess> {
    const child = spawn(process.execPath, ['--no-node-snapshot', PROGRAM, url, name], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (child.stdout === null) throw new Error('no output');
    await once(child.stdout, 'data');
    return new NodeProcess(child);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async ended(): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null)
      await once(this.#child, 'exit');
    return this.#child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.signal('SIGKILL');
    await this.ended();
  }
}
