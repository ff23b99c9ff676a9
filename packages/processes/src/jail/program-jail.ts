import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Child, ChildOrder } from '../child.ts';
import type { ChildStream } from '../child-wire.ts';
import { describeErrorNumber, type NotStarted } from '../not-started.ts';
import { startPatiently } from '../start-patiently.ts';
import { type JailStatus, readReport } from './jail-layers.ts';
import { JailRecord, type JailRecordOptions } from './jail-record.ts';
import type { JailKind, JailPaths, LaunchOrder, LaunchWord } from './launch-order.ts';
import { locateLauncher } from './launcher-program.ts';
import type { NoJailWords } from './no-jail-words.ts';

/** What to start, and what it may reach. */
export interface ConfinedOrder extends ChildOrder {
  /** `program`: something that an operator granted. `reader`: code of ours that only reads. */
  readonly kind: Exclude<JailKind, 'runner'>;
  /** Real paths. A program reads and runs what is readable, and what it starts is held by the same jail. */
  readonly paths: JailPaths;
  /** Whether it may use TCP and UDP, with any address. */
  readonly network: boolean;
}

/**
 * A launcher of programs forks, and what it forks has one thread: V8 must wait for no other. With room for all that
 * it makes it collects nothing, and so tells no worker of it either; see `OwnFork`.
 */
const FLAGS: { readonly [Kind in ConfinedOrder['kind']]: readonly string[] } = {
  reader: ['--no-warnings'],
  program: [
    ...['--no-warnings', '--single-threaded', '--v8-pool-size=1', '--disable-sigusr1'],
    ...['--min-semi-space-size=16', '--max-semi-space-size=16'],
  ],
};

/** A start takes about 70 ms. What takes longer is ended and tried again, with more time each time: the machine may be busy. */
const LAUNCH_MS: readonly number[] = [8_000, 16_000, 36_000];

interface LaunchParts {
  readonly order: ConfinedOrder;
  readonly addons: LaunchOrder['addons'];
  readonly signal: AbortSignal | undefined;
}

/** `fault`: the machine can make no jail. */
type Launched = Child | NotStarted | { readonly fault: NoJailWords };

/**
 * Starts processes that reach only what they are told: files, the network, and nothing of other
 * processes. Each starts as a launcher, which gives up rights and becomes it.
 */
export class ProgramJail {
  readonly #record: JailRecord;
  #program: string | undefined;

  readonly #launchMs: readonly number[];

  constructor(options: JailRecordOptions, launchMs: readonly number[] = LAUNCH_MS) {
    this.#record = new JailRecord(options);
    this.#launchMs = launchMs;
  }

  #launcher(): string {
    this.#program ??= locateLauncher();
    return this.#program;
  }

  /** What holds them, by the last one that started. */
  get status(): JailStatus {
    return this.#record.status;
  }

  /**
   * Starts one. Where the machine can make no jail, it starts without one, and `status` says so; if
   * one is required, or could not be made for this order alone, it does not start (`NO_JAIL`).
   */
  async start(order: ConfinedOrder, signal?: AbortSignal): Promise<Child | NotStarted> {
    const { refusal, addons, canStart } = this.#record;
    // One that could not be made is tried again: what was short may be there now.
    if (!canStart) return notJailed(order, refusal ?? '');
    if (addons === undefined) return startPatiently(order, signal);
    const found = await this.#launch(order, addons, signal);
    if (!('fault' in found)) return found;
    this.#record.noteFault(found.fault);
    if (this.#record.refusal === undefined && this.#record.addons === undefined)
      return startPatiently(order, signal);
    return notJailed(order, found.fault.reason);
  }

  /** Starts a program that does nothing, so that `status` says what holds programs on this machine. */
  async probe(): Promise<JailStatus> {
    const child = await this.start({
      ...{ kind: 'program', program: process.execPath, args: ['--version'], env: {} },
      ...{ network: false, stdio: ['ignore', 'ignore', 'ignore'] },
      paths: {
        read: [process.execPath, '/lib', '/lib64', '/usr'],
        ...{ write: [realpathSync(tmpdir())], hidden: [] },
      },
    });
    if ('ended' in child) await child.ended;
    return this.status;
  }

  async #launch(
    order: ConfinedOrder,
    addons: LaunchOrder['addons'],
    signal: AbortSignal | undefined,
  ): Promise<Launched> {
    for (const withinMs of this.#launchMs) {
      const found = await this.#launchWithin(withinMs, { order, addons, signal });
      if (found !== 'late') return found;
    }
    return notJailed(order, `no launcher got ready within ${this.#launchMs.join(', ')} ms`);
  }

  async #launchWithin(
    withinMs: number,
    { order, addons, signal }: LaunchParts,
  ): Promise<Launched | 'late'> {
    const stdio = typeof order.stdio === 'string' ? [] : [...order.stdio];
    const channel = stdio.length;
    const child = await startPatiently(
      {
        program: process.execPath,
        args: [...FLAGS[order.kind], this.#launcher(), String(channel)],
        ...{ env: {}, stdio: [...stdio, 'pipe'], ownGroup: order.ownGroup === true },
        ...(order.cwd !== undefined && { cwd: order.cwd }),
      },
      signal,
    );
    if (!('ended' in child)) return child;
    let isLate = false;
    const stop = (): void => void child.kill();
    const timer = setTimeout(() => {
      isLate = true;
      stop();
      // What it forked may not have ended with it.
      child.closeStreams();
    }, withinMs);
    signal?.addEventListener('abort', stop, { once: true });
    const release = holdOutput(child, channel);
    // What was not opened for the program is the launcher's own.
    const descriptors = stdio.flatMap((each, at) => (at < 3 || each !== 'ignore' ? [at] : []));
    const words = await ask(child.stream(channel), this.#describe(order, { addons, descriptors }));
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    release();
    if (isLate) {
      await child.exited;
      return signal?.aborted === true ? child : 'late';
    }
    return signal?.aborted === true ? child : this.#read(words, child, order);
  }

  #describe(order: ConfinedOrder, found: Pick<LaunchOrder, 'addons' | 'descriptors'>): LaunchOrder {
    const env = Object.entries(order.env).filter((each) => each[1] !== undefined);
    return {
      ...{ ...found, kind: order.kind, program: order.program, args: order.args },
      env: Object.fromEntries(env) as Record<string, string>,
      ...{ paths: order.paths, network: order.network, hostPid: process.pid },
      ownGroup: order.ownGroup === true,
      noUser: 'it works on files of the account of the host',
      ...{ isRequired: this.#record.tier === 'required', without: this.#record.without },
    };
  }

  #read(words: readonly LaunchWord[], child: Child, order: ConfinedOrder): Launched {
    const [pid = child.pid ?? 0] = words.flatMap((word) => ('process' in word ? word.process : []));
    for (const word of words) if ('report' in word) this.#record.noteReport(word.report, pid);
    const last = words.findLast((word) => !('process' in word));
    // It was killed, for want of memory say: that says nothing of the machine.
    if (last === undefined) return notJailed(order, 'the launcher ended before it had made one');
    const unstarted = words.find((word) => 'failed' in word);
    if (unstarted !== undefined) return describeErrorNumber(order.program, unstarted.failed);
    // What is wrong with one order, a folder that has gone say, must not open the way out for others.
    if ('broken' in last) return notJailed(order, last.broken);
    if (!('fault' in last)) return child;
    const report = readReport(last.report);
    return { fault: { reason: last.fault, ...(report === undefined ? {} : { report }) } };
  }
}

function notJailed({ program }: ConfinedOrder, reason: string): NotStarted {
  return {
    ...{ kind: 'not_started', code: 'NO_JAIL', reason, isTemporary: false },
    message: `${program} was not started: it needs a jail, and there is none: ${reason}.`,
  };
}

/**
 * Node throws away what a child has said that ends before its output is listened to, and a short program
 * may have ended when the launcher's words have been read.
 */
function holdOutput(child: Child, channel: number): () => void {
  const wait = (): void => undefined;
  const streams = Array.from({ length: channel }, (_, at) => child.stream(at)).slice(1);
  for (const stream of streams) stream?.on('readable', wait);
  return () => {
    for (const stream of streams) stream?.off('readable', wait);
  };
}

/** Hands the order over and takes all words until the launcher is something else, or has ended. */
function ask(stream: ChildStream | undefined, order: LaunchOrder): Promise<readonly LaunchWord[]> {
  if (stream === undefined) return Promise.resolve([]);
  return new Promise((resolve) => {
    let text = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    stream.on('error', () => undefined);
    stream.once('close', () => {
      const lines = text.split('\n').filter((line) => line !== '');
      resolve(lines.map((line): LaunchWord => JSON.parse(line)));
    });
    stream.write(`${JSON.stringify(order)}\n`);
  });
}
