import { closeSync, openSync } from 'node:fs';
import { AttributeSupervisor } from './attribute-supervisor.ts';
import type { ChildWord, ChildWords } from './child-words.ts';
import type { DescriptorMail } from './descriptor-mail.ts';
import { denyNewPrivileges, dropCapabilities, hideMemory, watchParent } from './give-up-rights.ts';
import type { Kernel } from './kernel.ts';
import { Landlock } from './landlock.ts';
import type { LaunchChannel } from './launch-channel.ts';
import { HIDEABLE, type LaunchOrder } from './launch-order.ts';
import { dieBy, ignoreSignals } from './own-signals.ts';
import { waitForAny } from './poll.ts';

const EINTR = 4;
const SIGKILL = 9;
const OWN_GROUP = 0;
const SIGNAL_BITS = 0x7f;
/** How shells tell an end by a signal. */
const SIGNAL_EXIT = 128;

export interface StartedParts {
  readonly kernel: Kernel;
  readonly order: LaunchOrder;
  readonly channel: LaunchChannel;
  readonly words: ChildWords;
  readonly mail: DescriptorMail | undefined;
}

/** The process that a launcher forked, from then to its end; the launcher answers for it and ends as it did. */
export class StartedProgram {
  readonly #parts: StartedParts;
  readonly #words: ChildWords;
  /** The process to wait for: the program, or the first one of its namespace. */
  #pid: number;
  #isFirst = false;
  #supervisor: AttributeSupervisor | undefined;
  #listener: number | undefined;
  #fault: string | undefined;

  constructor(parts: StartedParts, pid: number) {
    this.#parts = parts;
    this.#words = parts.words;
    this.#pid = pid;
  }

  /** Whether it is the first process of a namespace. */
  get isFirst(): boolean {
    return this.#isFirst;
  }

  /** Why it cannot be answered for. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** What it says next; undefined if there will be nothing. Its calls are answered meanwhile. */
  hear(): ChildWord | undefined {
    this.#answerUntilWord();
    const word = this.#words.next();
    if (word === undefined) return undefined;
    if ('first' in word) this.#follow(word.first);
    if ('listener' in word) this.#listen();
    return this.#fault === undefined ? word : undefined;
  }

  /** The plan was given up. */
  abandon(): void {
    const { kernel } = this.#parts;
    kernel.call('kill', this.#pid, SIGKILL);
    this.#wait();
    this.#words.close();
    this.#parts.mail?.close();
    if (this.#listener !== undefined) closeSync(this.#listener);
  }

  /** Sees it to its end and ends alike. */
  see(): never {
    const { kernel, order, channel } = this.#parts;
    channel.say({ process: this.#pid });
    channel.close();
    this.#letGo();
    if (order.ownGroup) ignoreSignals(kernel);
    this.#words.letGo();
    const status = this.#isFirst ? this.#waitForFirst() : this.#waitForGroup();
    return endAs(kernel, status);
  }

  #follow(first: number): void {
    this.#wait();
    this.#pid = first;
    this.#isFirst = true;
  }

  /** Takes its descriptor for the answers. From now on this process has no more rights than the program. */
  #listen(): void {
    const { kernel, order, mail } = this.#parts;
    dropCapabilities(kernel);
    const listener = mail?.receive() ?? -1;
    mail?.close();
    // Without one there is no way to wait for the program and its questions at once.
    const handle = kernel.call('pidfd_open', this.#pid, 0);
    kernel.call('close', handle);
    if (listener >= 0) this.#listener = listener;
    const fault = Math.min(listener, handle, 0);
    if (fault < 0) this.#fault = `${HIDEABLE.notifications} (${fault})`;
    else this.#supervisor = new AttributeSupervisor(kernel, listener, order.paths);
  }

  #answerUntilWord(): void {
    while (this.#supervisor !== undefined && this.#listener !== undefined) {
      const [asked, said] = waitForAny(this.#parts.kernel, [this.#listener, this.#words.reader]);
      if (asked?.isReady === true) this.#supervisor.answer();
      if (said?.isReady === true || said?.isClosed === true) return;
    }
  }

  /** What it holds of the program's, and rights that it does not need any more. */
  #letGo(): void {
    const { kernel, order } = this.#parts;
    const nothing = openSync('/dev/null', 'r+');
    for (const descriptor of order.descriptors)
      if (descriptor !== nothing) kernel.call('dup3', nothing, descriptor, 0);
    if (!order.descriptors.includes(nothing)) closeSync(nothing);
    dropCapabilities(kernel);
    denyNewPrivileges(kernel);
    hideMemory(kernel);
  }

  /** It says how the program ended: the first process of a namespace cannot end by a signal itself. */
  #waitForFirst(): number {
    let end: number | undefined;
    for (let word = this.#words.next(); word !== undefined; word = this.#words.next())
      if ('end' in word && Number.isSafeInteger(word.end)) end = word.end;
    const ofFirst = this.#wait();
    return end ?? ofFirst;
  }

  /** Without a namespace of their own, all that it started ends with its group. */
  #waitForGroup(): number {
    const { kernel } = this.#parts;
    const program = kernel.call('pidfd_open', this.#pid, 0);
    if (program < 0) return this.#wait();
    const host = this.#watchHost();
    const watched = [program, host, this.#listener ?? -1];
    for (;;) {
      const [ended, left, asked] = waitForAny(kernel, watched);
      if (asked?.isReady === true) this.#supervisor?.answer();
      if (asked?.isClosed === true) watched[2] = -1;
      if (left?.isReady === true) kernel.call('kill', OWN_GROUP, SIGKILL);
      if (ended?.isReady === true) return this.#wait();
    }
  }

  /** If the host is killed, the group is for this process to end; if the program could stop it, the kernel must. */
  #watchHost(): number {
    const { kernel, order } = this.#parts;
    const isSafe = new Landlock(kernel, order.without.landlock).hasScopes;
    return isSafe && order.ownGroup ? watchParent(kernel, order.hostPid) : -1;
  }

  #wait(): number {
    const status = new Int32Array(1);
    const bytes = new Uint8Array(status.buffer);
    let answer = -EINTR;
    while (answer === -EINTR) answer = this.#parts.kernel.call('wait4', this.#pid, bytes, 0, 0);
    return status[0] ?? 0;
  }
}

function endAs(kernel: Kernel, status: number): never {
  const signal = status & SIGNAL_BITS;
  if (signal === 0) return kernel.exit((status >> 8) & 0xff);
  dieBy(kernel, signal);
  return kernel.exit(SIGNAL_EXIT + signal);
}
