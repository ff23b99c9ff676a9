import { existsSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { RegistrySnapshot } from '@mortise/contracts';
import type { FileRefusal, ProposedConfig } from '@mortise/gateway';
import type { Host } from '@mortise/host';
import { locateMain } from '../../bin/locate-main.js';
import type { FromProposalWorker, ToProposalWorker } from './proposal-worker.ts';
import type { ProposalRequest } from './propose-config.ts';

type Proposal = ProposedConfig | FileRefusal;

/** A person tries one change after another; then the thread is of no more use, ms. */
const IDLE_MS = 60_000;
/** A hundred times what 1,000 agents with 10,000 tools take would be a mistake of ours, ms. */
const MOST_MS = 300_000;
/** Entries that are copied without giving way: a few ms. */
const PART = 250;

const GIVEN_UP: FileRefusal = {
  status: 'refused',
  code: 'aborted_before_start',
  message: 'The question was given up before its turn came.',
  hint: 'Ask again.',
};

/** A thread that runs, and the promise that rejects when it does no more. */
interface RunningThread {
  readonly worker: Worker;
  readonly ended: Promise<never>;
  /** The registry that it has. */
  snapshot?: RegistrySnapshot;
}

/** Works proposals out in a thread of their own, one after the other. */
export class ProposalThread implements Disposable {
  readonly #host: Host;
  #thread: RunningThread | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(host: Host) {
    this.#host = host;
  }

  /**
   * Rejects if the thread fails or takes too long; the next proposal has a new one. What its asker gave up
   * before its turn is not worked out.
   */
  propose(request: ProposalRequest, signal?: AbortSignal): Promise<Proposal> {
    const proposal = this.#last.then(() =>
      signal?.aborted === true ? GIVEN_UP : this.#propose(request),
    );
    this.#last = proposal.catch(() => undefined);
    return proposal;
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#end();
  }

  async #propose(request: ProposalRequest): Promise<Proposal> {
    if (this.#isDisposed) throw new Error('The host is closed.');
    clearTimeout(this.#idle);
    this.#thread ??= this.#start();
    const thread = this.#thread;
    const limit = setTimeout(() => this.#end(), MOST_MS).unref();
    try {
      return await Promise.race([thread.ended, this.#ask(thread, request)]);
    } finally {
      clearTimeout(limit);
      this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
    }
  }

  #start(): RunningThread {
    const worker = new Worker(locateWorker(), { execArgv: [], env: {} });
    worker.unref();
    const ended = new Promise<never>((_resolve, reject) => {
      worker.on('error', reject);
      worker.on('messageerror', reject);
      worker.on('exit', () => reject(new Error('The thread that works proposals out has ended.')));
    });
    ended.catch(() => {
      if (this.#thread?.worker === worker) this.#end();
    });
    return { worker, ended };
  }

  /** Of the registry only what the thread does not have yet, a part at a time. */
  async #ask(thread: RunningThread, request: ProposalRequest): Promise<Proposal> {
    const { worker } = thread;
    const { snapshot, ...facts } = this.#host.policyFacts();
    if (thread.snapshot !== snapshot) {
      await sendEntries(worker, snapshot);
      thread.snapshot = snapshot;
    }
    const answered = answerOf(worker);
    post(worker, { facts: { ...facts, snapshot: { ...snapshot, entries: [] } }, request });
    return answered;
  }

  #end(): void {
    clearTimeout(this.#idle);
    void this.#thread?.worker.terminate();
    this.#thread = undefined;
  }
}

async function sendEntries(worker: Worker, { entries }: RegistrySnapshot): Promise<void> {
  for (let start = 0; start === 0 || start < entries.length; start += PART) {
    const part = entries.slice(start, start + PART);
    post(worker, { entries: part, isFirst: start === 0 });
    await turn();
  }
}

function post(worker: Worker, message: ToProposalWorker): void {
  worker.postMessage(message);
}

/** There is one question at a time, so the next answer is its. */
function answerOf(worker: Worker): Promise<Proposal> {
  return new Promise((resolve, reject) => {
    worker.once('message', (message: FromProposalWorker) => {
      if ('answer' in message) resolve(message.answer);
      else reject(new Error(message.fault));
    });
  });
}

/** Beside the module of the command if that is built or published; in a checkout that is not built, beside this one. */
function locateWorker(): string {
  const built = fileURLToPath(new URL('./proposal-worker.js', locateMain()));
  if (existsSync(built)) return built;
  return fileURLToPath(new URL('./proposal-worker.ts', import.meta.url));
}
