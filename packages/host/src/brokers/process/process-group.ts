import type { ChildProcess } from 'node:child_process';

/** A process that leads a group, and the processes that stayed in it. */
export class ProcessGroup {
  readonly #pid: number | undefined;
  #isDone = false;

  constructor(child: ChildProcess) {
    this.#pid = child.pid;
    // Once the leader has been waited for and the group is empty, its number may belong to others.
    child.once('close', () => {
      this.#isDone = true;
    });
  }

  kill(): void {
    if (this.#pid === undefined || this.#isDone) return;
    try {
      process.kill(-this.#pid, 'SIGKILL');
    } catch {
      // ESRCH: every process in it has ended.
      this.#isDone = true;
    }
  }
}
