import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { type ChildStream, ChildWire, type WireListener } from './child-wire.ts';
import { describeStartError, type NotStarted } from './not-started.ts';

export type { NotStarted } from './not-started.ts';

/** What to start, without a shell. */
export interface ChildOrder {
  readonly program: string;
  readonly args: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdio: StdioOptions;
  readonly cwd?: string;
  /** It leads a process group of its own, and whatever stayed in that group ends with it. */
  readonly ownGroup?: boolean;
}

export interface ChildExit {
  readonly kind: 'exited';
  readonly code: number | null;
  readonly signal: string | null;
}

/** How it went: it ended, or it never began. */
export type ChildEnd = ChildExit | NotStarted;

type State = 'running' | 'exited' | 'not_started';

/**
 * One child process of this one, from its start to its end. Starting never throws: without free
 * descriptors, memory or processes it is a child that never began, and says so. Signals go only to a
 * process that this object started and that has not been waited for: Node keeps a number that was
 * never set for a child that did not start, and 0 is the own process group.
 */
export class Child {
  readonly pid: number | undefined;
  /** Resolves once it is known whether it began: undefined if it did. */
  readonly started: Promise<NotStarted | undefined>;
  /** Resolves when it has ended, whatever still holds its pipes. */
  readonly exited: Promise<ChildEnd>;
  /** Resolves after the last of its output has been read, too. */
  readonly ended: Promise<ChildEnd>;
  readonly #process: ChildProcess | undefined;
  readonly #hasOwnGroup: boolean;
  #state: State = 'running';

  private constructor(order: ChildOrder) {
    const started = Promise.withResolvers<NotStarted | undefined>();
    const exited = Promise.withResolvers<ChildEnd>();
    const ended = Promise.withResolvers<ChildEnd>();
    [this.started, this.exited, this.ended] = [started.promise, exited.promise, ended.promise];
    this.#hasOwnGroup = order.ownGroup === true;
    const fail = (error: unknown): void => {
      this.#state = 'not_started';
      const end = describeStartError(order.program, error);
      started.resolve(end);
      exited.resolve(end);
      ended.resolve(end);
    };
    this.#process = spawnOrFail(order, fail);
    this.pid = this.#process?.pid;
    if (this.pid === undefined) this.#state = 'not_started';
    this.#process?.once('spawn', () => started.resolve(undefined));
    // Also emitted when a signal could not be sent: the end of such a child is its exit.
    this.#process?.on('error', (error) => {
      if (this.pid === undefined) fail(error);
    });
    this.#process?.once('exit', (code, signal) => {
      this.#exit();
      exited.resolve({ kind: 'exited', code, signal });
    });
    this.#process?.once('close', (code, signal) => ended.resolve({ kind: 'exited', code, signal }));
  }

  static start(order: ChildOrder): Child {
    return new Child(order);
  }

  /** It began and has not been waited for. */
  get isRunning(): boolean {
    return this.#state === 'running';
  }

  /** The pipe that the order asks for at this place; undefined if there is none or it did not start. */
  stream(descriptor: number): ChildStream | undefined {
    if (this.pid === undefined) return undefined;
    return (this.#process?.stdio[descriptor] as ChildStream | null | undefined) ?? undefined;
  }

  /** The same pipe, for many short texts. To be asked for in the turn of the start, before anything is read. */
  wire(descriptor: number, listener: WireListener): ChildWire | undefined {
    const stream = this.stream(descriptor);
    if (stream === undefined) return undefined;
    const wire = new ChildWire(stream, listener);
    (this.#process?.stdio as unknown as ChildStream[])[descriptor] = wire.stream;
    return wire;
  }

  /** Sends a signal, to its whole group if it leads one. Says whether there was a process to send it to. */
  kill(signal: NodeJS.Signals = 'SIGKILL'): boolean {
    if (!this.isRunning || this.pid === undefined) return false;
    return this.#hasOwnGroup
      ? signalGroup(this.pid, signal)
      : (this.#process?.kill(signal) ?? false);
  }

  /** Whether the own process waits for it before it ends. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#process?.ref();
    else this.#process?.unref();
    for (const stream of this.#streams()) {
      if (isHeld) stream.ref?.();
      else stream.unref?.();
    }
  }

  /** Closes this side of its pipes: a process that left its group may hold them open for ever. */
  closeStreams(): void {
    for (const stream of this.#streams()) stream.destroy();
  }

  #streams(): readonly ChildStream[] {
    // Without free descriptors Node leaves the list itself out.
    const stdio: readonly unknown[] = this.#process?.stdio ?? [];
    return stdio.flatMap((stream) => (stream ? [stream as ChildStream] : []));
  }

  #exit(): void {
    // In this turn the number of the group is certainly not given to another one yet.
    if (this.#hasOwnGroup && this.pid !== undefined) signalGroup(this.pid, 'SIGKILL');
    this.#state = 'exited';
  }
}

function spawnOrFail(order: ChildOrder, fail: (error: unknown) => void): ChildProcess | undefined {
  const { program, args, cwd, env, stdio, ownGroup = false } = order;
  try {
    return spawn(program, [...args], {
      ...{ env: { ...env }, stdio, shell: false, windowsHide: true, detached: ownGroup },
      ...(cwd !== undefined && { cwd }),
    });
  } catch (error) {
    fail(error);
    return undefined;
  }
}

function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  // 0 and 1 would be the own group and every process there is.
  if (!Number.isSafeInteger(leader) || leader <= 1) return false;
  try {
    return process.kill(-leader, signal);
  } catch {
    // ESRCH: every process in it has ended.
    return false;
  }
}
