import { existsSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { RegistrySnapshot } from '@mortise/contracts';
import type { FromThread, ToThread } from './answer-in-thread.ts';

export interface RegistryThreadParts {
  /** The path of the program: a module that calls `answerInThread`. */
  readonly program: string;
  /** The registry of now; the thread has a copy of it. */
  readonly snapshot: () => RegistrySnapshot;
}

/** Asks the thread one question; several in one turn come one after the other. */
export type AskThread<Request, Answer> = (request: Request) => Promise<Answer>;

/** Questions come in bursts; then the thread is of no more use, ms. */
const IDLE_MS = 60_000;
/** A hundred times what 1,000 agents with 10,000 tools take would be a mistake of ours, ms. */
const MOST_MS = 300_000;
/** Entries that are copied without giving way: a few ms. */
const PART = 250;

/** A thread that runs, and the promise that rejects when it does no more. */
interface RunningThread {
  readonly worker: Worker;
  readonly ended: Promise<never>;
  /** The registry that it has. */
  snapshot?: RegistrySnapshot;
}

/**
 * A thread for work that depends on the whole registry and would hold calls up: thousands of agents and tools
 * take seconds. It starts when it is first asked and ends when it was not asked for a while.
 */
export interface RegistryThread<Request, Answer> extends Disposable {
  /** Whether there is a program to start: a host that was bundled into one file has none. */
  readonly canStart: boolean;
  /**
   * Takes the thread for some questions, after those who asked before. Rejects if the thread fails or takes too
   * long; the next to ask has a new one.
   */
  use<Result>(work: (ask: AskThread<Request, Answer>) => Promise<Result>): Promise<Result>;
}

class LazyThread<Request, Answer> implements RegistryThread<Request, Answer> {
  readonly #parts: RegistryThreadParts;
  #thread: RunningThread | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(parts: RegistryThreadParts) {
    this.#parts = parts;
  }

  get canStart(): boolean {
    return existsSync(this.#parts.program);
  }

  use<Result>(work: (ask: AskThread<Request, Answer>) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => this.#use(work));
    this.#last = result.catch(() => undefined);
    return result;
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#end();
  }

  async #use<Result>(work: (ask: AskThread<Request, Answer>) => Promise<Result>): Promise<Result> {
    if (this.#isDisposed) throw new Error('The host is closed.');
    clearTimeout(this.#idle);
    const limit = setTimeout(() => this.#end(), MOST_MS).unref();
    try {
      return await work((request) => {
        this.#thread ??= this.#start();
        const thread = this.#thread;
        return Promise.race([thread.ended, this.#ask(thread, request)]);
      });
    } finally {
      clearTimeout(limit);
      this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
    }
  }

  #start(): RunningThread {
    if (this.#isDisposed) throw new Error('The host is closed.');
    const worker = new Worker(this.#parts.program, { execArgv: [], env: {} });
    worker.unref();
    const ended = new Promise<never>((_resolve, reject) => {
      worker.on('error', reject);
      worker.on('messageerror', reject);
      worker.on('exit', () => reject(new Error('The thread beside the host has ended.')));
    });
    ended.catch(() => {
      if (this.#thread?.worker === worker) this.#end();
    });
    return { worker, ended };
  }

  /** Of the registry only what the thread does not have yet, a part at a time. */
  async #ask(thread: RunningThread, request: Request): Promise<Answer> {
    const { worker } = thread;
    const snapshot = this.#parts.snapshot();
    if (thread.snapshot !== snapshot) {
      await sendRegistry(worker, snapshot);
      thread.snapshot = snapshot;
    }
    const answered = answerOf<Answer>(worker);
    worker.postMessage({ request } satisfies ToThread<Request>);
    return answered;
  }

  #end(): void {
    clearTimeout(this.#idle);
    void this.#thread?.worker.terminate();
    this.#thread = undefined;
  }
}

async function sendRegistry(worker: Worker, snapshot: RegistrySnapshot): Promise<void> {
  const { entries } = snapshot;
  const post = (message: ToThread<never>) => worker.postMessage(message);
  post({ snapshot: { ...snapshot, entries: [] } });
  for (let start = 0; start < entries.length; start += PART) {
    post({ entries: entries.slice(start, start + PART) });
    await turn();
  }
}

/** There is one question at a time, so the next answer is its. */
function answerOf<Answer>(worker: Worker): Promise<Answer> {
  return new Promise((resolve, reject) => {
    worker.once('message', (message: FromThread<Answer>) => {
      if ('fault' in message) reject(new Error(message.fault));
      else resolve(message.answer);
    });
  });
}

/** Makes one; it starts with the first question. */
export function openRegistryThread<Request, Answer>(
  parts: RegistryThreadParts,
): RegistryThread<Request, Answer> {
  return new LazyThread<Request, Answer>(parts);
}
