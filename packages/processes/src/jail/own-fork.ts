import { openSync, readSync } from 'node:fs';
import { addProgram } from './add-filter.ts';
import { writeFilter } from './filter-program.ts';
import { denyNewPrivileges } from './give-up-rights.ts';
import type { Kernel } from './kernel.ts';
import { waitForOthers } from './other-threads.ts';
import { AUDIT_ARCH, callNumber } from './system-calls.ts';

const EINVAL = 22;
const MADV_DONTFORK = 10;
const MADV_DOFORK = 11;
const CLONE_PARENT = 0x8000;
const SIGCHLD = 17;
/** More than the mappings of a Node process take, some thirty kilobytes. */
const ROOM = 1_048_576;
/** Memory that is of no file, as the kernel lists it. */
const ANONYMOUS = /^([0-9a-f]+)-([0-9a-f]+) \S+ \S+ 00:00 0 *(?:\[anon[:_].*)?$/;

/**
 * Forks this process. The child goes on in JavaScript, with this thread alone: Node must have been started
 * with `--single-threaded`, so that V8 waits for no other one. It still tells Node's workers of every collection
 * of its young generation, under a lock that one of them may have: then the child would wait for ever.
 */
export class OwnFork {
  readonly #kernel: Kernel;
  /** Opened early: there may be no way to it any more when it is needed. Each process needs one of its own. */
  readonly #maps = openSync('/proc/self/maps', 'r');
  readonly #room = Buffer.alloc(ROOM);

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** 0 in the child; below 0 is an error number. For the process that Node was started as, with its threads. */
  forkFirst(): number {
    this.#share();
    waitForOthers();
    return this.#kernel.fork();
  }

  /** The same for one that was forked itself. */
  fork(): number {
    this.#share();
    return this.#kernel.fork();
  }

  /** The same, but the new process is a child of this one's parent. For a process with one thread. */
  forkSibling(): number {
    this.#share();
    return this.#kernel.call('clone', CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
  }

  /**
   * V8 keeps its memory from children of a fork, which would end with their first line of JavaScript. What it
   * takes while this runs is shared because of `shareNewMemory`.
   */
  #share(): void {
    const areas = this.#read().flatMap((line) => {
      const [, from, to] = ANONYMOUS.exec(line) ?? [];
      if (from === undefined || to === undefined) return [];
      const start = BigInt(`0x${from}`);
      return [{ start, length: BigInt(`0x${to}`) - start }];
    });
    for (const { start, length } of areas) this.#kernel.call('madvise', start, length, MADV_DOFORK);
  }

  #read(): readonly string[] {
    let length = 0;
    for (let read = -1; read !== 0; length += read)
      read = readSync(this.#maps, this.#room, length, ROOM - length, length);
    return this.#room.toString('latin1', 0, length).split('\n');
  }
}

/**
 * The kernel refuses from now on to keep memory from children, which is what V8 asks for with each page: for
 * this thread, for all that is forked from it and for what that becomes. V8 goes on without. Where there is
 * no seccomp, a fork may fail now and then.
 */
export function shareNewMemory(kernel: Kernel): void {
  const call = callNumber('madvise', kernel.arch);
  if (call === undefined) return;
  const tests = [{ argument: 2, isNoneOf: [MADV_DONTFORK] }];
  const rule = { call, tests, otherwise: { errno: EINVAL } };
  const filter = writeFilter({
    ...{ auditArch: AUDIT_ARCH[kernel.arch], rules: [rule], others: 'allow' },
  });
  denyNewPrivileges(kernel);
  addProgram(kernel, filter, 0);
}
