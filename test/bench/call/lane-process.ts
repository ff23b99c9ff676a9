import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Round, RoundOrder } from './lane.ts';
import type { LaneName } from './lanes.ts';

const MAIN = fileURLToPath(new URL('./lane-main.ts', import.meta.url));

/** The bench's side of a lane. Lanes share no process, so that none pays for another's garbage. */
export class LaneProcess implements AsyncDisposable {
  readonly name: LaneName;
  readonly #child: ChildProcess;
  #answer = Promise.withResolvers<unknown>();

  private constructor(name: LaneName) {
    this.name = name;
    this.#child = fork(MAIN, [name], { execArgv: ['--no-node-snapshot', '--no-warnings'] });
    this.#child.on('message', (answer) => this.#answer.resolve(answer));
    this.#child.on('exit', (code) => {
      this.#answer.promise.catch(() => undefined);
      this.#answer.reject(new Error(`the lane ${name} ended with ${code}`));
    });
  }

  static async open(name: LaneName): Promise<LaneProcess> {
    const lane = new LaneProcess(name);
    await lane.#answer.promise;
    return lane;
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
