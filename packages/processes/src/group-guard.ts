import { Child } from './child.ts';
import { locateBeside } from './own-place.ts';

/** What ends with the host, however that ends. */
export interface GuardedGroup {
  /** The number of the process that leads it. */
  readonly group: number;
  /** In the environment of all of them, as `NAME=value`. */
  readonly mark: string;
}

const LEAST_PAUSE_MS = 1_000;

/**
 * Has process groups ended when this process ends, even if it is killed: a process of its own waits for that.
 * The kernel does so for children alone (PR_SET_PDEATHSIG), and not for what these have started.
 */
export class GroupGuard implements AsyncDisposable {
  readonly #groups = new Map<number, GuardedGroup>();
  #child: Child | undefined;
  #startedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  /** Guards a group until the returned function is called. */
  add(group: GuardedGroup): () => void {
    this.#groups.set(group.group, group);
    if (this.#child === undefined) this.#start();
    else this.#tell('+', group);
    return () => {
      if (this.#groups.get(group.group) !== group) return;
      this.#groups.delete(group.group);
      this.#tell('-', group);
    };
  }

  /** Ends the process that waits; groups that are left end with it. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const child = this.#child;
    this.#child = undefined;
    child?.hold(true);
    child?.stream(0)?.end();
    await child?.exited;
  }

  #start(): void {
    if (this.#isClosed) return;
    this.#startedAt = performance.now();
    const child = Child.start({
      program: process.execPath,
      args: ['--no-warnings', locateBeside(import.meta.url, 'group-guard-program')],
      ...{ env: {}, stdio: ['pipe', 'ignore', 'ignore'], ownGroup: true, cwd: '/' },
    });
    this.#child = child;
    child.hold(false);
    child.stream(0)?.on('error', () => undefined);
    for (const group of this.#groups.values()) this.#tell('+', group);
    void child.exited.then(() => this.#replace(child));
  }

  /** It was killed: another one takes its place. */
  #replace(child: Child): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    if (this.#isClosed || this.#groups.size === 0) return;
    const pauseMs = this.#startedAt + LEAST_PAUSE_MS - performance.now();
    setTimeout(() => {
      if (this.#child === undefined && this.#groups.size > 0) this.#start();
    }, pauseMs).unref();
  }

  #tell(sign: '+' | '-', { group, mark }: GuardedGroup): void {
    this.#child?.stream(0)?.write(`${sign}${JSON.stringify([group, mark])}\n`);
  }
}
