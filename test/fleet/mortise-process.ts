import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const COMMAND = join(import.meta.dirname, '../../packages/cli/bin/mortise.js');
const PATIENCE_MS = 40_000;

export interface ProcessPlace {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A command of `mortise`, or another program of an operator, in a process of its own. */
export class MortiseProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #name: string;
  #output = '';

  private constructor(child: ChildProcess, name: string) {
    this.#child = child;
    this.#name = name;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString();
      });
  }

  static start(args: readonly string[], place: ProcessPlace): MortiseProcess {
    return MortiseProcess.startProgram(process.execPath, [COMMAND, ...args], place);
  }

  static startProgram(
    program: string,
    args: readonly string[],
    { cwd, env = {} }: ProcessPlace,
  ): MortiseProcess {
    const child = spawn(program, args, {
      ...{ cwd, stdio: ['ignore', 'pipe', 'pipe'] },
      env: { PATH: process.env['PATH'], HOME: cwd, ...env },
    });
    return new MortiseProcess(child, args.join(' '));
  }

  /** All that it has said, to both outputs. */
  get output(): string {
    return this.#output;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Waits until it has said something; throws if it ends without. */
  async said(pattern: RegExp): Promise<RegExpExecArray> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const hasEnded = this.hasEnded;
      const match = pattern.exec(this.#output);
      if (match !== null) return match;
      if (hasEnded || performance.now() > end)
        throw new Error(`${this.#name} did not say ${pattern} but:\n${this.#output}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async ended(): Promise<number | null> {
    if (!this.hasEnded) await once(this.#child, 'close');
    return this.#child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.signal('SIGCONT');
    this.signal('SIGTERM');
    const timer = setTimeout(() => this.signal('SIGKILL'), 5_000);
    await this.ended();
    clearTimeout(timer);
  }
}

/** Types a command and waits for its end. */
export async function typeMortise(
  args: readonly string[],
  place: ProcessPlace,
): Promise<{ readonly exit: number | null; readonly said: string }> {
  const typed = MortiseProcess.start(args, place);
  const exit = await typed.ended();
  return { exit, said: typed.output };
}
