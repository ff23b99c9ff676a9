import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Round, RoundOrder } from './lane.ts';

const MAIN = new URL('./lane-main.ts', import.meta.url);

/** The bench's side of a lane. Lanes share no process, so that none pays for another's garbage. */
export class LaneProcess<Name extends string = string> implements AsyncDisposable {
  readonly name: Name;
  readonly #child: ChildProcess;
  #answer = Promise.withResolvers<unknown>();

  private constructor(name: Name, main: URL, lane: string) {
    this.name = name;
    this.#child = fork(fileURLToPath(main), [lane], {
      execArgv: ['--no-node-snapshot', '--no-warnings'],
    });
    this.#child.on('message', (answer) => this.#answer.resolve(answer));
    this.#child.on('exit', (code) => {
      this.#answer.promise.catch(() => undefined);
      this.#answer.reject(new Error(`the lane ${name} ended with ${code}`));
    });
  }

  /** `main` is what the process runs: it says that it is ready, and answers orders with rounds of its `lane`. */
  static async open<Name extends string>(
    name: Name,
    main: URL = MAIN,
    lane: string = name,
  ): Promise<LaneProcess<Name>> {
    const opened = new LaneProcess(name, main, lane);
    await opened.#answer.promise;
    return opened;
  }

  async round(order: RoundOrder): Promise<Round> {
    this.#answer = Promise.withResolvers();
    this.#child.send(order);
    return (await this.#answer.promise) as Round;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || !this.#child.connected) return;
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }
}
