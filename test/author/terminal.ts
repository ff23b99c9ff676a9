import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const COLUMNS = 100;
const ROWS = 45;
const WAIT_MS = 60_000;
const LOOK_MS = 100;

/** Whether this machine has tmux, which is the terminal here. */
export function hasTerminal(): boolean {
  try {
    execFileSync('tmux', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export interface TerminalParts {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** As a shell takes it. */
  readonly command: string;
}

/** A terminal of 100 columns with a program in it, as a person sits before it. */
export class Terminal implements AsyncDisposable {
  readonly #socket: string;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(socket: string, env: NodeJS.ProcessEnv) {
    this.#socket = socket;
    this.#env = env;
  }

  static async open({ cwd, env, command }: TerminalParts): Promise<Terminal> {
    const terminal = new Terminal(`mortise-${process.pid}-${crypto.randomUUID()}`, env);
    const size = ['-x', String(COLUMNS), '-y', String(ROWS)];
    await terminal.#tmux('-f', '/dev/null', 'new-session', '-d', ...size, '-c', cwd, command);
    return terminal;
  }

  /** What is on the screen, without empty lines at its end. */
  async screen(): Promise<string> {
    const { stdout } = await this.#tmux('capture-pane', '-p');
    return stdout.replaceAll(/[ \t]+$/gm, '').trimEnd();
  }

  /** Names of keys (`Enter`, `c`) as tmux has them. */
  async press(...keys: readonly string[]): Promise<void> {
    await this.#tmux('send-keys', ...keys);
  }

  async type(text: string): Promise<void> {
    await this.#tmux('send-keys', '-l', text);
  }

  /** The screen, once it shows this. */
  async until(shown: RegExp): Promise<string> {
    const end = performance.now() + WAIT_MS;
    for (;;) {
      const screen = await this.screen();
      if (shown.test(screen)) return screen;
      if (performance.now() > end) throw new Error(`${shown} did not come:\n${screen}`);
      await new Promise((done) => setTimeout(done, LOOK_MS));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tmux('kill-server').catch(() => undefined);
  }

  #tmux(...args: readonly string[]): Promise<{ readonly stdout: string }> {
    return run('tmux', ['-L', this.#socket, ...args], { env: this.#env, timeout: WAIT_MS });
  }
}
